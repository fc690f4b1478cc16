// Put before the sources of the SQLite driver when it is compiled (install.mjs). From Node 24.19 on, node::ObjectWrap takes
// a hook of the environment away in its destructor, which aborts the process where the garbage collector runs outside of
// JavaScript; of the driver's versions only 13 does without ObjectWrap, and that one wants Node 22. So the hooks are left
// out: the driver closes its databases by a hook of its own.
#include <node.h>

namespace node {
inline void LeftOut(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook LeftOut
#define RemoveEnvironmentCleanupHook LeftOut
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
