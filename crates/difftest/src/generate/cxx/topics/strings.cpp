// Strings, short and long, their views, and numbers in them.
//: headers stdexcept string string_view sstream cctype
//: declarations
static void mixs(std::string_view s) { mix32(s.size()); for (char c : s) mix32((unsigned char)c); }
//: begin
std::string s = "#|a|short|a string that is too long to be kept inside#";
std::string t(#0..20#, '#a|b|c#');
//: step
s += "#x|yy|zzz, and a longer tail of it#"; s.push_back('!');
//: step
s.append(t, #0..3# % (t.size() + 1), #0..9#); t.append(#1..4#, 'q');
//: step
s.insert(#0..5# % (s.size() + 1), "#in|between#");
//: step
if (!s.empty()) s.erase(#0..9# % s.size(), #1..5#);
//: step
s.replace(#0..3# % (s.size() + 1), #0..4#, "#|r|replaced#");
//: step
mix32(s.find("#a|in|r|string#")); mix32(s.rfind('#a|n|!#')); mix32(s.find_first_of("xyz")); mix32(s.find_last_not_of("!q"));
//: step
mixs(s.substr(#0..9# % (s.size() + 1), #0..9#)); std::string_view v = s; if (!v.empty()) v.remove_prefix(1); mixs(v);
//: step
mix32(s < t); mix32(s == t); mix32(s.compare(t) < 0); mix32(s.compare(0, 2, "ab") == 0);
//: step
std::string n = std::to_string(#0..99999# - 500); mixs(n); mix32(std::stoi(n) + 3); s += n;
//: step
try { mix32(std::stoi("#12x|x|7|-44|99999999999#")); } catch (const std::invalid_argument &) { mix32(1); } catch (const std::out_of_range &) { mix32(2); }
//: step
for (char &c : s) c = std::#toupper|tolower#((unsigned char)c);
//: step
std::string moved = std::move(s); s = t; t = moved + "#+|--#" + s; if (t.size() > 60) t.resize(#3..30#);
//: step
s.swap(t); s.reserve(#0..40#); s.shrink_to_fit(); mix32(s.capacity() >= s.size());
//: step
std::string r(s.rbegin(), s.rend()); mix32(r == s); r.assign("ab"); r.insert(r.begin(), 'c'); s = r + s; if (s.size() > 60) s.erase(20);
//: step
std::ostringstream out; out << #0..999# << ' ' << "word" << '#,|;#' << #1..9#u; mixs(out.str());
//: step
std::istringstream in("#12 34|7 x|abc 3#"); int a = -1, b = -2; in >> a >> b; mix32(a); mix32(b); mix32(in.fail()); mix32(in.eof());
//: step
std::istringstream in("#one two three|a, b|x#"); std::string word; unsigned n = 0; while (in >> word) { n++; mixs(word); } mix32(n);
//: step
std::istringstream in("#a:b:cd|x|:q#"); std::string word; while (std::getline(in, word, ':')) mixs(word);
//: step
std::stringstream io; io << std::hex << #16..255# << std::dec << ' ' << -#1..9#; std::string x; int y = 0; io >> x >> y; mixs(x); mix32(y);
//: step
try { mix32(s.at(#0..30#)); } catch (const std::out_of_range &) { mix32(4); }
//: step
std::string_view v("#needle in hay|hay#"); mix32(v.find("hay")); mix32(v.substr(1, 3) == "eed"); mix32(v.front()); mixs(std::string(v) + "s");
//: step
std::wstring w(#1..9#, L'w'); w += L"ide"; mix32(w.size()); mix32(w.back()); std::u16string u = u"#a|bc#"; mix32(u.size() + u[0]);
//: end
mixs(s);
mixs(t);
