// std::type_info and the classes of the ABI that describe types. Compilers point at their tables of virtual
// functions; the functions themselves are called by nothing that has a model.
#include "cxx/std.hpp"

namespace __cxxabiv1 {
class __class_type_info;
}

namespace std {
class type_info {
public:
  const char *name_;
  virtual ~type_info();
  virtual bool __is_pointer_p() const;
  virtual bool __is_function_p() const;
  virtual bool __do_catch(const type_info *, void **, unsigned) const;
  virtual bool __do_upcast(const __cxxabiv1::__class_type_info *, void **) const;
};

type_info::~type_info() {}

bool type_info::__is_pointer_p() const {
  __cassay_unsupported("virtual function of std::type_info");
  return false;
}
bool type_info::__is_function_p() const {
  __cassay_unsupported("virtual function of std::type_info");
  return false;
}
bool type_info::__do_catch(const type_info *, void **, unsigned) const {
  __cassay_unsupported("virtual function of std::type_info");
  return false;
}
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const {
  __cassay_unsupported("virtual function of std::type_info");
  return false;
}
} // namespace std

namespace __cxxabiv1 {
#define DERIVED(name, base)                                                                        \
  class name : public base {                                                                       \
  public:                                                                                          \
    virtual ~name();                                                                               \
  };                                                                                               \
  name::~name() {}
DERIVED(__array_type_info, std::type_info)
DERIVED(__function_type_info, std::type_info)
DERIVED(__enum_type_info, std::type_info)
DERIVED(__pbase_type_info, std::type_info)
DERIVED(__pointer_type_info, __pbase_type_info)
DERIVED(__pointer_to_member_type_info, __pbase_type_info)
DERIVED(__class_type_info, std::type_info)
DERIVED(__si_class_type_info, __class_type_info)
DERIVED(__vmi_class_type_info, __class_type_info)
} // namespace __cxxabiv1
