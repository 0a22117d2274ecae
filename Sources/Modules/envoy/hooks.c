/*
 * The hooks that Envoy wants of every module and this one has no use for. Without them it refuses the module; each says "go
 * on", which is 0 for all of them. They come after the decision: a request that was denied never gets here.
 */
#include "abi.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC visibility push(default)

#define HOOK(name) envoy_dynamic_module_on_http_filter_##name

/* A setting for one route could switch the decision off for it: refused, as NULL says. */
const void *HOOK(per_route_config_new)(envoy_bytes name, envoy_bytes text) { return NULL; }
void HOOK(per_route_config_destroy)(const void *config) { }

void HOOK(destroy)(const void *ours) { }
void HOOK(stream_complete)(void *filter, const void *ours) { }

uint32_t HOOK(request_body)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(request_trailers)(void *filter, const void *ours) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_headers)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_body)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_trailers)(void *filter, const void *ours) { return ENVOY_CONTINUE; }

/* This module calls nobody and schedules nothing, so these never come. Their further arguments are left out. */
void HOOK(scheduled)(void *filter, const void *ours, uint64_t event) { }
void HOOK(http_callout_done)(void *filter, const void *ours, uint64_t callout) { }
void HOOK(http_stream_headers)(void *filter, const void *ours, uint64_t stream) { }
void HOOK(http_stream_data)(void *filter, const void *ours, uint64_t stream) { }
void HOOK(http_stream_trailers)(void *filter, const void *ours, uint64_t stream) { }
void HOOK(http_stream_complete)(void *filter, const void *ours, uint64_t stream) { }
void HOOK(http_stream_reset)(void *filter, const void *ours, uint64_t stream) { }

void HOOK(downstream_above_write_buffer_high_watermark)(void *filter, const void *ours) { }
void HOOK(downstream_below_write_buffer_low_watermark)(void *filter, const void *ours) { }

#pragma GCC visibility pop
