/* Sizes and offsets that clients were compiled with. A struct may grow at its end; nothing in it may move. */
#include "demarc.h"

#define HOLDS(what) _Static_assert(what, #what)
#define AT(type, field, offset) HOLDS(offsetof(type, field) == offset)

HOLDS(sizeof(demarc_error) >= 512); AT(demarc_error, status, 4); AT(demarc_error, code, 8); AT(demarc_error, message, 48);
HOLDS(sizeof(demarc_text) == 16); AT(demarc_text, count, 8);
HOLDS(sizeof(demarc_answer) >= 88); AT(demarc_answer, verdict, 4); AT(demarc_answer, destination, 8);
AT(demarc_answer, url_class, 12); AT(demarc_answer, page, 16); AT(demarc_answer, reason_count, 20);
AT(demarc_answer, reasons, 24); AT(demarc_answer, rule, 40); AT(demarc_answer, reserved, 48);
HOLDS(sizeof(demarc_open_options) >= 24); AT(demarc_open_options, flags, 4); AT(demarc_open_options, signed_in, 8);
AT(demarc_open_options, signed_in_count, 16);
HOLDS(sizeof(demarc_info) >= 112); AT(demarc_info, reloads, 4); AT(demarc_info, revision, 8); AT(demarc_info, digest, 16);
AT(demarc_info, rules, 88); AT(demarc_info, rule_sets, 96); AT(demarc_info, accounts, 100); AT(demarc_info, views, 104);
HOLDS(sizeof(demarc_view_options) >= 64); AT(demarc_view_options, flags, 4); AT(demarc_view_options, policy, 8);
AT(demarc_view_options, parent, 16); AT(demarc_view_options, opener, 24); AT(demarc_view_options, name, 32);
AT(demarc_view_options, window, 48);
HOLDS(sizeof(demarc_options) >= 48); AT(demarc_options, flags, 4); AT(demarc_options, frame, 8);
AT(demarc_options, external_url, 12); AT(demarc_options, user, 16); AT(demarc_options, window, 32);
HOLDS(sizeof(demarc_batch) >= 64); AT(demarc_batch, offset_bits, 4); AT(demarc_batch, bytes, 8);
AT(demarc_batch, byte_count, 16); AT(demarc_batch, offsets, 24); AT(demarc_batch, count, 32);
AT(demarc_batch, validity, 40); AT(demarc_batch, validity_offset, 48); AT(demarc_batch, row_size, 56);
HOLDS(sizeof(demarc_row) >= 32); AT(demarc_row, verdict, 0); AT(demarc_row, destination, 1); AT(demarc_row, url_class, 2);
AT(demarc_row, page, 3); AT(demarc_row, status, 4); AT(demarc_row, rule, 8); AT(demarc_row, reasons, 16);
HOLDS(sizeof(demarc_place) >= 32); AT(demarc_place, kind, 4); AT(demarc_place, view, 8); AT(demarc_place, name, 16);
HOLDS(sizeof(demarc_item) >= 16); AT(demarc_item, kind, 4); AT(demarc_item, characters, 8);
HOLDS(sizeof(demarc_authority) == 24); AT(demarc_authority, source, 16);
HOLDS(sizeof(demarc_scheme_claim) == 24); AT(demarc_scheme_claim, claimant, 16);
HOLDS(sizeof(demarc_request) >= 136); AT(demarc_request, fault, 4); AT(demarc_request, method, 8);
AT(demarc_request, target, 24); AT(demarc_request, authorities, 40); AT(demarc_request, schemes, 56);
AT(demarc_request, accounts, 72); AT(demarc_request, fetch_destination, 88); AT(demarc_request, upgrade, 104);
AT(demarc_request, protocol, 120);
HOLDS(sizeof(demarc_binding) >= 80); AT(demarc_binding, scheme, 4); AT(demarc_binding, absent, 8);
AT(demarc_binding, compares_sni, 12); AT(demarc_binding, inspects_tunnels, 16);
AT(demarc_binding, believes_fetch_destination, 20); AT(demarc_binding, proxy_normalizes, 24); AT(demarc_binding, view, 32);
AT(demarc_binding, absent_account, 48); AT(demarc_binding, fixed_account, 64);
HOLDS(sizeof(demarc_request_answer) >= 64); AT(demarc_request_answer, verdict, 4);
AT(demarc_request_answer, destination, 8); AT(demarc_request_answer, url_class, 12); AT(demarc_request_answer, page, 16);
AT(demarc_request_answer, fault, 20); AT(demarc_request_answer, kind, 24); AT(demarc_request_answer, frame, 28);
AT(demarc_request_answer, reason_count, 32); AT(demarc_request_answer, reasons, 40); AT(demarc_request_answer, serial, 56);
HOLDS(DEMARC_BLOCK == 0); HOLDS(DEMARC_OK == 0);

int main(void) { return 0; }
