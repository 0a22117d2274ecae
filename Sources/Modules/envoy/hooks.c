/*
 * The hooks that Envoy requires of every module and that this module does not use. Without them, Envoy rejects the
 * module; each returns "continue", which is 0 for all of them. They are called after the decision: a request that was
 * denied never gets here.
 */
#include "abi.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC visibility push(default)

#define HOOK(name) envoy_dynamic_module_on_http_filter_##name

/* A setting for one route could disable the decision for it, so it is rejected by returning NULL. */
const void *HOOK(per_route_config_new)(envoy_bytes name, envoy_bytes text) { return NULL; }
void HOOK(per_route_config_destroy)(const void *config) { }

void HOOK(destroy)(const void *ours) { }
void HOOK(stream_complete)(void *filter, const void *ours) { }

uint32_t HOOK(request_body)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(request_trailers)(void *filter, const void *ours) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_headers)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_body)(void *filter, const void *ours, bool ends) { return ENVOY_CONTINUE; }
uint32_t HOOK(response_trailers)(void *filter, const void *ours) { return ENVOY_CONTINUE; }

/* This module makes no calls and schedules nothing, so these are never called. Their further parameters are omitted. */
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
