//! Reading traces: witnesses of BTOR2.
