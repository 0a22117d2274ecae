/*
 * Loads the module for Envoy as Envoy does, and asks for its version: `loads MODULE`. Built with -DIS_ENVOY it has the
 * functions that the module needs, and else none of them, as an Envoy has that is too old.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef IS_ENVOY
#define FUNCTION(name) void envoy_dynamic_module_callback_##name(void) { }
FUNCTION(log)
FUNCTION(http_get_headers_size)
FUNCTION(http_get_headers)
FUNCTION(http_set_header)
FUNCTION(http_send_response)
FUNCTION(http_get_metadata_string)
#ifndef LACKS_WORKERS
FUNCTION(http_filter_get_worker_index)
#endif
#endif

int main(int count, char **arguments)
{
    void *module = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    const char *(*init)(void);
    const char *version;

    if (!module) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    *(void **)&init = dlsym(module, "envoy_dynamic_module_on_program_init");
    if (!init) return 2;
    version = init();
    printf("%s\n", version ? version : "refused");
    return 0;
}
