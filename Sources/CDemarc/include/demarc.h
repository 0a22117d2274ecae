/*
 * demarc.h - The C interface of Demarc, for C, C++ and any language that can call C.
 *
 * Demarc decides whether a URL or a content view is managed or unmanaged, and which data may cross between the two.
 * A program needs only this header and the library libdemarc. Link with the flags of `pkg-config --libs demarc`.
 *
 *     demarc_engine *engine;
 *     demarc_evaluator *evaluator;
 *     demarc_view view;
 *     demarc_answer answer;
 *     demarc_error error;
 *
 *     DEMARC_INIT(error);
 *     DEMARC_INIT(answer);
 *     if (demarc_engine_open(path, path_length, NULL, &engine, &error) != DEMARC_OK) return fail(error.message);
 *     if (demarc_view_find(engine, name, name_length, &view, &error) != DEMARC_OK) return fail(error.message);
 *     if (demarc_evaluator_make(engine, &evaluator, &error) != DEMARC_OK) return fail(error.message);
 *     demarc_navigate(evaluator, view, url, url_length, NULL, &answer, NULL);
 *     if (answer.verdict == DEMARC_ALLOW) {
 *         ptrdiff_t length = demarc_url(evaluator, &answer, text, sizeof text, NULL);
 *         if (length > 0 && (size_t)length < sizeof text) show(text);
 *     }
 *
 * Show the canonical URL that demarc_url returns, never the bytes of the question: the decision is about the canonical
 * URL, and other software may read the question as a URL of another host.
 *
 * FAILING CLOSED. DEMARC_BLOCK is 0, and every function clears its output arguments before it does anything else.
 * A program that ignores an error therefore sees a block, an empty text, a NULL handle or view 0. Only the rows of a
 * batch whose size is unknown cannot be cleared: see demarc_navigate_batch.
 *
 * ERRORS. A function that can fail returns a demarc_status, which is DEMARC_OK or negative; a function that writes text
 * returns the length of the text or a negative status. Further detail is written to the caller's demarc_error. Every
 * `error` argument may be NULL. No error state is kept per thread.
 *
 * HANDLES. The library never dereferences a demarc_engine or demarc_evaluator pointer. NULL, a freed handle, a handle
 * of the other kind or any other value results in DEMARC_HANDLE. The value of a freed handle is never reused.
 *
 * THREADS. An engine may be used from any thread at any time. An evaluator may be used from any thread, but by one call
 * at a time: a call made while another is in progress returns DEMARC_BUSY immediately. Create one evaluator per thread.
 * The library starts no threads, installs no signal handlers and never calls back into the host. After a fork, parent
 * and child may both continue to use existing handles, provided that no other thread was in a call at the time. Below,
 * "Threads: any" means any thread at any time; "one at a time" means one call per evaluator at a time, from any thread.
 *
 * MEMORY. Arguments are read during the call and never retained. Results are written to memory that the host provides.
 * Only handles must be released, with the _free function of their kind.
 *
 * TEXTS. An input text is UTF-8, given as a pointer and a length; it needs no terminating zero. NULL means "not given",
 * which differs from an empty text wherever the documentation states so; NULL with a nonzero length is DEMARC_INVALID.
 * An output text is written in the manner of snprintf: at most `capacity` bytes, including the terminating zero,
 * truncated at a character boundary; the function returns the full length, without the zero. To query the length only,
 * pass NULL as `text` and 0 as `capacity`. SIZE_MAX is the capacity of a buffer that is known to be large enough.
 *
 * STRUCTS. Every struct begins with `size`, which the caller sets to the size that it was compiled with. DEMARC_INIT
 * does this and clears the other fields. The library never reads or writes past `size`. A smaller struct, from an older
 * header, is read as if the missing fields were 0; the minimum is 8 bytes. The maximum is 4,096 bytes. A larger input
 * struct, from a newer header, is accepted if all fields that this library does not know are 0, and is
 * DEMARC_UNSUPPORTED otherwise. Structs that only receive results are cleared, whatever they contain. Array elements
 * have no `size` and never change, except demarc_row, whose size is given with the array. Every struct must have the
 * alignment of its type.
 *
 * VERSIONS. The library follows Semantic Versioning. The values of constants are never changed or reused; treat unknown
 * values as a block.
 */
#ifndef DEMARC_H
#define DEMARC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------ Version */

/* The version of this header. demarc_version() returns the version of the library. */
#define DEMARC_VERSION_MAJOR 0
#define DEMARC_VERSION_MINOR 1
#define DEMARC_VERSION_PATCH 0
#define DEMARC_VERSION ((uint32_t)(DEMARC_VERSION_MAJOR * 65536 + DEMARC_VERSION_MINOR * 256 + DEMARC_VERSION_PATCH))

/*
 * Returns the version of the library: 65536 * major + 256 * minor + patch.
 *
 * Threads: any. Cannot fail.
 */
uint32_t demarc_version(void);

/* ------------------------------------------------------------------------------------------- Statuses and errors */

/* The result of a call: DEMARC_OK, or the reason why nothing was decided or changed. */
typedef int32_t demarc_status;
enum {
    DEMARC_OK = 0,
    /* An argument is not valid: NULL for a required argument, a wrong size, a number that is not one of the listed
     * constants, or a text that is not UTF-8. */
    DEMARC_INVALID = -1,
    /* The engine or evaluator is NULL, was freed, or never was a handle. */
    DEMARC_HANDLE = -2,
    /* Another call of the evaluator is in progress; when freeing an engine, another call of the engine. */
    DEMARC_BUSY = -3,
    /* The evaluator has made another decision since, or did not produce this answer; a newer navigation of the view has
     * already been reported; or the rule is of another policy than the one in force. */
    DEMARC_STALE = -4,
    /* The policy cannot be used; error.code has the reason, such as "damaged-file". */
    DEMARC_POLICY = -5,
    /* No such view, window, account or rule exists, or the view belongs to another engine. */
    DEMARC_UNKNOWN = -6,
    /* The arguments are valid, but the engine refuses the change: a cycle of views, a name that is taken, a second
     * managed account. */
    DEMARC_REFUSED = -7,
    /* The caller has set a field that this library does not know, or the library does not support the request. */
    DEMARC_UNSUPPORTED = -8,
    /* Too many handles exist, or an argument is larger than the library accepts. */
    DEMARC_LIMIT = -9,
    /* The text passed to demarc_ask is not JSON or not a valid question. */
    DEMARC_QUESTION = -10
};

/*
 * Details of an error. Every call that receives a demarc_error clears it first, so it is empty after a call that
 * succeeds. Texts end with a zero and are truncated if they do not fit.
 */
typedef struct demarc_error {
    uint32_t size;
    /* The status that the function returned. */
    demarc_status status;
    /* A stable identifier for programs, such as "handle", "busy", "damaged-file" or "unknown-view". */
    char code[40];
    /* One sentence for people. It does not repeat confidential arguments: no URL and no account, except from
     * demarc_ask. */
    char message[464];
} demarc_error;

/* Clears a struct of this header and sets its `size`. Use it as a statement. */
#define DEMARC_INIT(object) (memset(&(object), 0, sizeof(object)), (void)((object).size = (uint32_t)sizeof(object)))

/* Bytes owned by the host. `bytes` is NULL for a text that is not given. */
typedef struct demarc_text {
    const uint8_t *bytes;
    size_t count;
} demarc_text;

/* Initializes a demarc_text with a string literal: `demarc_text name = DEMARC_LITERAL("E");`. */
#define DEMARC_LITERAL(literal) { (const uint8_t *)("" literal), sizeof(literal) - 1 }

/* ---------------------------------------------------------------------------------------------------------- Answers */

/* What the host must do. Verdicts above DEMARC_ROUTE occur only in answers about receiving data and about the
 * clipboard. */
typedef uint32_t demarc_verdict;
enum {
    /* Do not perform the action. */
    DEMARC_BLOCK = 0,
    /* Perform the action as requested; the destination is where it opens. If a URL is loaded or opened, load the one that
     * demarc_url returns: other software may read the bytes of the question as a URL of another host. */
    DEMARC_ALLOW = 1,
    /* Open the URL returned by demarc_route instead, at the destination. */
    DEMARC_ROUTE = 2,
    /* Hand over the data, but only encrypted. */
    DEMARC_ALLOW_ENCRYPTED = 3,
    /* Accept the data, and treat it as organization data from then on. */
    DEMARC_ALLOW_AS_ORGANIZATION_DATA = 4,
    /* Accept the data under another account, which demarc_explain reports. */
    DEMARC_SWITCH_ACCOUNT = 5,
    /* Write the item to the clipboard unprotected. */
    DEMARC_PLAIN = 6,
    /* Write the item to the clipboard so that only apps managed for its owner can read it. */
    DEMARC_PROTECTED = 7
};

/* Where an allowed or routed URL opens. */
typedef uint32_t demarc_destination;
enum {
    DEMARC_NOWHERE = 0,
    /* The view that made the request. */
    DEMARC_IN_VIEW = 1,
    DEMARC_IN_MANAGED_BROWSER = 2,
    DEMARC_IN_UNMANAGED_BROWSER = 3,
    DEMARC_IN_MANAGED_APP = 4,
    DEMARC_IN_UNMANAGED_APP = 5,
    DEMARC_IN_SYSTEM = 6,
    /* The offer to install the managed browser. */
    DEMARC_IN_BROWSER_OFFER = 7
};

/* The class that the rules of a view give to a URL. */
typedef uint32_t demarc_url_class;
enum { DEMARC_UNCLASSIFIED = 0, DEMARC_INTERNAL = 1, DEMARC_EXTERNAL = 2, DEMARC_BLOCKED = 3 };

/* The classification of a page. */
typedef uint32_t demarc_page;
enum { DEMARC_NO_PAGE = 0, DEMARC_MANAGED = 1, DEMARC_UNMANAGED = 2 };

/* The kind of load that a navigation is. */
typedef uint32_t demarc_frame;
enum {
    /* The page of a web view. */
    DEMARC_TOP = 0,
    /* A frame inside a page. */
    DEMARC_SUB = 1,
    /* A resource of a page. */
    DEMARC_RESOURCE = 2
};

/* The maximum number of reasons in a decision. */
#define DEMARC_REASON_LIMIT 8

/*
 * The answer to one question. All of it belongs to the host, which may keep it for as long as it likes and pass it to
 * demarc_did_navigate from any thread. Until the evaluator's next question, demarc_url, demarc_route, demarc_reasons and
 * demarc_explain return details that the struct does not contain.
 */
typedef struct demarc_answer {
    uint32_t size;
    demarc_verdict verdict;
    demarc_destination destination;
    demarc_url_class url_class;
    demarc_page page;
    /* The number of reasons. */
    uint32_t reason_count;
    /* The reasons in the order in which they decided. The numbers are specific to this version of the library;
     * demarc_reason_name returns their names. */
    uint16_t reasons[DEMARC_REASON_LIMIT];
    /* The rule that decided, for demarc_rule; 0 if no rule did. */
    uint64_t rule;
    /* Private to the library: links the answer to its evaluator, and holds what demarc_did_navigate needs. */
    uint64_t reserved[5];
} demarc_answer;

/*
 * Returns the name of a reason, such as "rule.external". An unknown number has an empty name.
 *
 * Threads: any.
 * Returns: the length of the name, or DEMARC_INVALID.
 */
ptrdiff_t demarc_reason_name(uint32_t reason, char *text, size_t capacity);

/* --------------------------------------------------------------------------------------------------------- Engines */

/*
 * A policy in force with its view tree and acting identities. Any thread may use an engine at any time; every decision
 * sees a consistent snapshot of its state.
 */
typedef struct demarc_engine demarc_engine;

/* The state that one thread uses to make decisions. */
typedef struct demarc_evaluator demarc_evaluator;

/* How to open a policy. NULL is equivalent to all zeros. */
typedef struct demarc_open_options {
    uint32_t size;
    /* DEMARC_MAPPED, or 0. */
    uint32_t flags;
    /* The signed-in accounts, by object id or user principal name. NULL for every account of the policy; a non-NULL
     * pointer with a count of 0 for none. */
    const demarc_text *signed_in;
    size_t signed_in_count;
} demarc_open_options;

enum {
    /* Map the file instead of reading it, so that processes share its memory. A mapped file must never be written to
     * or truncated, only replaced by renaming another file over it: reading past its end terminates the process. */
    DEMARC_MAPPED = 1
};

/*
 * Opens a compiled policy, as written by `demarc compile`, and creates an engine for it.
 *
 * Policy documents in text form are not accepted; compile them first. The view tree of the engine contains the views of
 * the policy, by name.
 *
 * The caller owns `*engine` and releases it with demarc_engine_free. It is NULL unless the result is DEMARC_OK. The
 * file is read in full once. A relative path means the same file later, even if the process changes its directory.
 *
 * Threads: any.
 * Errors: DEMARC_POLICY if the file cannot be read or is not a compiled policy of this version; DEMARC_UNKNOWN if the
 * policy does not have an account of `signed_in`; DEMARC_INVALID, DEMARC_LIMIT.
 */
demarc_status demarc_engine_open(
    const uint8_t *path, size_t path_length, const demarc_open_options *options, demarc_engine **engine,
    demarc_error *error);

/*
 * Opens a compiled policy that is in memory, and copies it. Otherwise equivalent to demarc_engine_open; the flag
 * DEMARC_MAPPED is DEMARC_UNSUPPORTED.
 */
demarc_status demarc_engine_open_memory(
    const uint8_t *bytes, size_t count, const demarc_open_options *options, demarc_engine **engine,
    demarc_error *error);

/*
 * Reloads the policy file if it has changed since the last check. Intended to be called from a timer, about once a
 * second. For an engine that was opened from memory, this does nothing.
 *
 * `*changed` is set to 1 if another policy is now in force, otherwise to 0; it may be NULL. A file with the bytes of
 * the policy in force, which was only touched or copied, is not another policy. Views keep their numbers and pages, and
 * identities are kept, as far as the new policy has them. Decisions continue during a reload and never see a partial
 * change. The call makes one system call if the file has not changed, and reads the whole file if it has. If another
 * call is already reloading, the function returns DEMARC_OK and changes nothing.
 *
 * Threads: any.
 * Errors: DEMARC_POLICY if the file cannot be used: the policy in force stays. An unusable file is reported once for
 * each change of the file, so that every error can be logged; a file that the system refuses to read is reported every
 * time. DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_reload_if_changed(demarc_engine *engine, uint32_t *changed, demarc_error *error);

/*
 * Puts a compiled policy that is in memory in force, and copies it. If it cannot be used, the policy in force stays.
 * The engine no longer follows the file that it was opened from. The bytes of the policy in force are not another
 * policy: the numbers of its rules stay valid.
 *
 * Threads: any.
 * Errors: DEMARC_POLICY, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_reload_memory(
    demarc_engine *engine, const uint8_t *bytes, size_t count, demarc_error *error);

/* The policy in force. */
typedef struct demarc_info {
    uint32_t size;
    /* How often another policy was put in force since the engine was opened. */
    uint32_t reloads;
    /* The revision stated in the policy document. */
    uint64_t revision;
    /* The SHA-256 digest of the compiled policy, in hexadecimal, zero-terminated. */
    char digest[72];
    /* The numbers of rules, rule sets, accounts and declared views in the policy. */
    uint64_t rules;
    uint32_t rule_sets;
    uint32_t accounts;
    uint32_t views;
    uint32_t reserved;
} demarc_info;

/*
 * Describes the policy in force. The first call after a policy was put in force computes its digest, which takes about
 * 4 ms per mebibyte.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_info(demarc_engine *engine, demarc_info *info, demarc_error *error);

/*
 * Sets which of the apps that the policy declares are installed, by bundle id. NULL, the initial state, means all of
 * them; a non-NULL pointer with a count of 0 means none.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_installed(
    demarc_engine *engine, const demarc_text *apps, size_t count, demarc_error *error);

/*
 * Sets whether the managed browser is installed: 1, the initial state, or 0. If the policy has an empty list of apps, it is
 * missing in any case.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_browser_installed(demarc_engine *engine, uint32_t is_installed, demarc_error *error);

/*
 * Sets whether the device is enrolled in device management: 0, the initial state, or 1.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_mdm_enrolled(demarc_engine *engine, uint32_t is_enrolled, demarc_error *error);

/*
 * Sets the bundle id of the app itself. NULL, the initial state, uses the app that the policy names.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_app(
    demarc_engine *engine, const uint8_t *app, size_t app_length, demarc_error *error);

/*
 * Frees an engine. Evaluators created from it continue to work until they are freed themselves. NULL is DEMARC_OK.
 *
 * Threads: any.
 * Errors: DEMARC_BUSY if a call of the engine is in progress, in which case nothing changes; DEMARC_HANDLE.
 */
demarc_status demarc_engine_free(demarc_engine *engine);

/* ----------------------------------------------------------------------------------------------------------- Views */

/*
 * A content view of one engine; 0 is no view. An engine does not use the number of a view again until it has added
 * four billion others. A view of another engine is DEMARC_UNKNOWN as long as no more than 1,023 engines exist at the
 * same time; an engine exists until it and its evaluators are freed. If there are more, or if the other engine has been
 * freed, it may be taken for a view of this engine: do not keep the views of an engine that you free.
 */
typedef uint64_t demarc_view;

/* The web-view policy of a content view, which also applies to all views below it. */
typedef uint32_t demarc_view_policy;
enum {
    /* Inherited from the nearest view above that sets one, or else the policy document's default for all views. */
    DEMARC_VIEW_UNSET = 0,
    DEMARC_VIEW_UNMANAGED = 1,
    DEMARC_VIEW_CURRENT_IDENTITY = 2,
    DEMARC_VIEW_CURRENT_IDENTITY_BLOCK_UPLOAD = 3
};

/* A view to add. NULL is equivalent to all zeros: a web view without a name, at the root. */
typedef struct demarc_view_options {
    uint32_t size;
    /* DEMARC_CONTAINER, or 0. */
    uint32_t flags;
    demarc_view_policy policy;
    uint32_t reserved;
    /* The containing view; 0 for a root. */
    demarc_view parent;
    /* The web view whose page opened this view; 0 for none. */
    demarc_view opener;
    /* A name to find the view by, unique in the engine; not given for none. Questions in JSON mean another place by
     * "native", "pasteboard", and names that begin with "account:", "app:" or "frame:", and no view by an empty name:
     * these are DEMARC_INVALID. */
    demarc_text name;
    /* The open window that a root view belongs to; not given for none. Ignored if there is a parent. */
    demarc_text window;
} demarc_view_options;

enum {
    /* The view holds other views and loads no URLs. */
    DEMARC_CONTAINER = 1
};

/*
 * Adds a view. `*view` is 0 unless the result is DEMARC_OK.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN if the parent, opener or window does not exist; DEMARC_REFUSED if the parent is a web view,
 * the opener is not a web view, or the name is taken; DEMARC_LIMIT, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_add(
    demarc_engine *engine, const demarc_view_options *options, demarc_view *view, demarc_error *error);

/*
 * Finds a view by its name, such as a view that the policy declares. `*view` is 0 unless the result is DEMARC_OK.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_find(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_view *view, demarc_error *error);

/*
 * Moves a view, with all views below it, to another parent. A parent of 0 makes it a root, in `window` if given.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN; DEMARC_REFUSED if the parent is a web view or is below the view; DEMARC_HANDLE,
 * DEMARC_INVALID.
 */
demarc_status demarc_view_move(
    demarc_engine *engine, demarc_view view, demarc_view parent, const uint8_t *window, size_t window_length,
    demarc_error *error);

/*
 * Removes a view and all views below it.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN, DEMARC_HANDLE.
 */
demarc_status demarc_view_remove(demarc_engine *engine, demarc_view view, demarc_error *error);

/*
 * Sets the web-view policy of a view.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_policy(
    demarc_engine *engine, demarc_view view, demarc_view_policy policy, demarc_error *error);

/*
 * Sets the rule set of the policy that classifies the URLs of a web view; NULL removes it. A name that the policy in
 * force does not have is kept, and classifies nothing.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN; DEMARC_REFUSED for a container; DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_rule_set(
    demarc_engine *engine, demarc_view view, const uint8_t *rule_set, size_t rule_set_length, demarc_error *error);

/*
 * Sets the URL of the document that a view shows, which `site` rules compare against; NULL for none.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_document(
    demarc_engine *engine, demarc_view view, const uint8_t *url, size_t url_length, demarc_error *error);

/* States of the page of a web view. */
enum {
    /* No navigation was reported: the page has the classification of its view. */
    DEMARC_PAGE_UNREPORTED = 0,
    /* The page was classified as external. */
    DEMARC_PAGE_EXTERNAL = 1,
    /* The page was loaded for an account. */
    DEMARC_PAGE_LOADED_FOR = 2
};

/*
 * Sets the page state of a web view directly, for a host that restores what it showed earlier: DEMARC_PAGE_UNREPORTED
 * or another of these constants. `account` applies to DEMARC_PAGE_LOADED_FOR; an account that is not managed, or no
 * user, makes the page unmanaged. The page counts as loaded under the view's present tag: if that tag is
 * DEMARC_VIEW_CURRENT_IDENTITY_BLOCK_UPLOAD, the page blocks uploads until it is replaced.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN; DEMARC_REFUSED for a container; DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_page(
    demarc_engine *engine, demarc_view view, uint32_t page, const uint8_t *account, size_t account_length,
    demarc_error *error);

/* --------------------------------------------------------------------------------------------------------- Windows */

/*
 * Opens a window under a name, so that views can belong to it and an account can act in it alone.
 *
 * Threads: any.
 * Errors: DEMARC_REFUSED if a window of that name is open; DEMARC_INVALID, also for an empty name; DEMARC_HANDLE.
 */
demarc_status demarc_window_open(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_error *error);

/*
 * Closes a window: its views are removed, with all views below them, and its identity is discarded.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_window_close(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_error *error);

/* ------------------------------------------------------------------------------------------------------ Identities */

/* The level at which an identity is set. */
typedef uint32_t demarc_level;
enum {
    /* The user interface: of the named window, or of the whole host if no window is named. */
    DEMARC_LEVEL_UI = 0,
    /* The process; consulted last. */
    DEMARC_LEVEL_PROCESS = 1
};

/*
 * Signs an account in, by object id or user principal name. If the call fails, nothing has changed.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN if the policy has no such account; DEMARC_REFUSED for a second managed account if the app can
 * have only one; DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_sign_in(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_error *error);

/* Signs an account out. It no longer acts at any level. Threads and errors as for demarc_sign_in. */
demarc_status demarc_sign_out(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_error *error);

/*
 * Sets the identity at a level. An empty account, or "none", is no user; NULL unsets the level, so that the next level
 * applies. The level stays with the account, even if a reload gives its name to another one. `window` applies to
 * DEMARC_LEVEL_UI; NULL for the whole host. If the call fails, nothing has changed.
 *
 * Threads: any.
 * Errors: DEMARC_UNKNOWN if the policy has no such account, the account is not signed in, or the window is not open;
 * DEMARC_REFUSED, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_switch_identity(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_level level, const uint8_t *window,
    size_t window_length, demarc_error *error);

/*
 * Sets a level to show the content of several accounts at once: the strictest policy is in force there if any of them
 * is managed. An empty account, or "none", is unmanaged content. An empty list is no user. Threads and errors as for
 * demarc_switch_identity.
 */
demarc_status demarc_show_accounts(
    demarc_engine *engine, const demarc_text *accounts, size_t count, demarc_level level, const uint8_t *window,
    size_t window_length, demarc_error *error);

/* ------------------------------------------------------------------------------------------------------ Evaluators */

/*
 * Creates an evaluator. It keeps its buffers, so decisions allocate nothing once the buffers are large enough.
 *
 * The caller owns `*evaluator` and releases it with demarc_evaluator_free. It is NULL unless the result is DEMARC_OK.
 *
 * Threads: any.
 * Errors: DEMARC_HANDLE, DEMARC_LIMIT, DEMARC_INVALID.
 */
demarc_status demarc_evaluator_make(demarc_engine *engine, demarc_evaluator **evaluator, demarc_error *error);

/*
 * Releases the policy of the last decision. Call this for an evaluator that will be idle for long: a policy that was
 * replaced stays in memory until every evaluator has made a decision under its successor, or rests. The last answer can
 * no longer be queried.
 *
 * Threads: one at a time.
 * Errors: DEMARC_BUSY, DEMARC_HANDLE.
 */
demarc_status demarc_evaluator_rest(demarc_evaluator *evaluator, demarc_error *error);

/*
 * Frees an evaluator. NULL is DEMARC_OK.
 *
 * Threads: any.
 * Errors: DEMARC_BUSY if a call of the evaluator is in progress; DEMARC_HANDLE.
 */
demarc_status demarc_evaluator_free(demarc_evaluator *evaluator);

/* ------------------------------------------------------------------------------------------------------- Questions */

/* The answer of the host's own code on whether a URL is external, for a view that has such code. */
typedef uint32_t demarc_external_url;
enum {
    /* There is no such code, or it leaves the answer to the rules. */
    DEMARC_URL_NOT_SAID = 0,
    DEMARC_URL_INTERNAL = 1,
    DEMARC_URL_EXTERNAL = 2,
    /* The code failed, timed out, or could not answer: nothing that requires a classification is shown. */
    DEMARC_URL_NO_ANSWER = 3
};

/*
 * Optional arguments of a question. NULL is equivalent to all zeros. A question ignores the fields that do not apply to
 * it.
 */
typedef struct demarc_options {
    uint32_t size;
    /* DEMARC_SAME_DOCUMENT and the other flags of questions. */
    uint32_t flags;
    /* For demarc_navigate and demarc_connection. */
    demarc_frame frame;
    /* For demarc_navigate. */
    demarc_external_url external_url;
    /* The acting account, which takes precedence over every identity level: an object id or a user principal name;
     * empty or "none" for no user; not given to use the identity levels, of which the evaluator's own "task" comes
     * first: see demarc_ask. If the policy does not have the account, or it is not signed in, navigations, connections
     * and openings block, and so do copies, pastes and uploads of what belongs to the acting account. Places that say
     * themselves whose content they are (an account, an app, an unmanaged page or frame) do not depend on it. */
    demarc_text user;
    /* The window that the question comes from; not given for none. A window that is not open is DEMARC_UNKNOWN. */
    demarc_text window;
} demarc_options;

/* Flags of questions. */
enum {
    /* demarc_navigate: the page stays, and only its URL changes. */
    DEMARC_SAME_DOCUMENT = 1,
    /* demarc_open_url, demarc_can_open: the host knows that a managed app opens the scheme. */
    DEMARC_KNOWN_MANAGED_APP = 2,
    /* demarc_upload: an external frame inside the page receives the content. */
    DEMARC_EXTERNAL_FRAME = 4,
    /* demarc_connection: the requests inside the tunnel will be decided one by one. */
    DEMARC_INSPECTED = 8
};

/*
 * Every question below clears `*answer` first, so that it blocks, and then fills it in. The status is one of
 *     DEMARC_OK        a decision was made, whatever the verdict;
 *     DEMARC_HANDLE    the evaluator is not a valid handle;
 *     DEMARC_BUSY      another call of the evaluator is in progress;
 *     DEMARC_UNKNOWN   the window is not open, or the view belongs to another engine or never existed. For a view that
 *                      was removed there is a decision: it blocks with "view.unknown";
 *     DEMARC_INVALID, DEMARC_UNSUPPORTED   an argument is not accepted.
 * URLs are bytes exactly as the page or person supplied them; they need not be UTF-8.
 * Threads: one at a time.
 */

/*
 * Decides whether a web view may navigate to a URL, and where the URL opens. `options`: frame, external_url, user,
 * DEMARC_SAME_DOCUMENT. Allocates nothing once its buffers are warm, for a URL whose host is ASCII.
 */
demarc_status demarc_navigate(
    demarc_evaluator *evaluator, demarc_view view, const uint8_t *url, size_t url_length,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/* URLs in one contiguous run of bytes, in the layout of an Arrow string array. */
typedef struct demarc_batch {
    uint32_t size;
    /* The size of an offset in bits: 32 or 64. Offsets are signed and in native byte order. */
    uint32_t offset_bits;
    const uint8_t *bytes;
    size_t byte_count;
    /* count + 1 offsets into `bytes`; URL i lies between offset i and offset i + 1. For a slice of an Arrow array,
     * the address of the first offset of the slice. Need not be aligned. */
    const void *offsets;
    size_t count;
    /* One bit per URL, least significant bit first, 0 for a missing URL; NULL if none is missing. */
    const uint8_t *validity;
    /* The bit index of URL 0, for a slice. */
    size_t validity_offset;
    /* sizeof(demarc_row) as compiled into the caller; a multiple of 8. */
    size_t row_size;
} demarc_batch;

/* The answer for one URL of a batch. A smaller row, from an older header, has fewer fields; the minimum is 8 bytes. */
typedef struct demarc_row {
    /* The values of demarc_verdict and the corresponding types. */
    uint8_t verdict;
    uint8_t destination;
    uint8_t url_class;
    uint8_t page;
    /* DEMARC_OK; DEMARC_UNKNOWN for a missing URL; DEMARC_INVALID if the offsets decrease or lead outside of
     * `bytes`. In the last two cases the row blocks. */
    demarc_status status;
    /* The rule that decided, for demarc_rule; 0 if no rule did. */
    uint64_t rule;
    /* As in demarc_answer; 0 after the last reason. */
    uint16_t reasons[DEMARC_REASON_LIMIT];
} demarc_row;

/*
 * Decides navigation to many URLs in one view. The result is the same as that of demarc_navigate for each URL. `rows`
 * has `count` elements of `row_size` bytes, all of which are cleared first, before any error is reported. The only
 * exception is a batch that does not say where its rows end: it is NULL, not aligned or too small to have these fields,
 * or `row_size` is above 4096. Routes and other texts are not available for rows; call demarc_navigate for the URL
 * instead. If another policy is put in force during the call, it decides the rest of the batch.
 *
 * Errors: as for every question; also DEMARC_INVALID if the offsets of a row are wrong, in which case all other rows
 * are decided.
 */
demarc_status demarc_navigate_batch(
    demarc_evaluator *evaluator, demarc_view view, const demarc_batch *batch, const demarc_options *options,
    demarc_row *rows, demarc_error *error);

/*
 * Reports that a navigation which was allowed has been carried out, so that the engine knows what page the view shows.
 * `answer` comes from demarc_navigate or demarc_ask and may be reported at any later time. An answer that does not
 * change the page, or that blocks, changes nothing.
 *
 * Threads: any.
 * Errors: DEMARC_STALE if a newer navigation of the view has already been reported; DEMARC_UNKNOWN if the view does not
 * exist; DEMARC_REFUSED for a container; DEMARC_INVALID for an answer that this engine did not give; DEMARC_HANDLE.
 */
demarc_status demarc_did_navigate(
    demarc_engine *engine, demarc_view view, const demarc_answer *answer, demarc_error *error);

/* Decides whether a URL may be opened outside of the app, and what is opened. `options`: user, window,
 * DEMARC_KNOWN_MANAGED_APP. */
demarc_status demarc_open_url(
    demarc_evaluator *evaluator, const uint8_t *url, size_t url_length, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/* Decides whether the app may learn if a URL would open. `options`: user, window, DEMARC_KNOWN_MANAGED_APP. */
demarc_status demarc_can_open(
    demarc_evaluator *evaluator, const uint8_t *url, size_t url_length, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/*
 * Decides whether a tunnel may be opened to a host and port, when nothing more is known of it. `host` is a domain, an
 * IPv4 address or a bracketed IPv6 address. `options`: frame (DEMARC_TOP or DEMARC_RESOURCE; DEMARC_SUB is
 * DEMARC_INVALID), user, DEMARC_INSPECTED.
 */
demarc_status demarc_connection(
    demarc_evaluator *evaluator, demarc_view view, const uint8_t *host, size_t host_length, uint16_t port,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/* Where content is. */
typedef struct demarc_place {
    uint32_t size;
    /* DEMARC_PLACE_VIEW or another of the constants below. */
    uint32_t kind;
    /* For DEMARC_PLACE_VIEW and DEMARC_PLACE_FRAME. */
    demarc_view view;
    /* The window, account, app or owner, depending on `kind`. */
    demarc_text name;
} demarc_place;
enum {
    /* No place; DEMARC_INVALID. */
    DEMARC_PLACE_NONE = 0,
    /* A view, with the page that it shows. */
    DEMARC_PLACE_VIEW = 1,
    /* An external frame inside the page of a web view. */
    DEMARC_PLACE_FRAME = 2,
    /* The host's own user interface, in the open window named by `name`, or outside of any window. */
    DEMARC_PLACE_NATIVE = 3,
    /* User interface or data of the host that belongs to the account named by `name`. */
    DEMARC_PLACE_ACCOUNT = 4,
    /* Another app, by its bundle id. The host's own id means DEMARC_PLACE_NATIVE outside of any window. */
    DEMARC_PLACE_APP = 5,
    /* The owner that demarc_owner returned when the item was copied: `name` is that text. Only valid as the source
     * of demarc_paste. */
    DEMARC_PLACE_OWNER = 6
};

/*
 * An item that is copied or pasted. NULL is a text whose length is not known: the exception for short texts, which a
 * policy can have, does not apply to it.
 */
typedef struct demarc_item {
    uint32_t size;
    /* DEMARC_ITEM_TEXT or another of the constants below. */
    uint32_t kind;
    /* The length of a text in user-perceived characters (extended grapheme clusters); ignored for other items. Since a
     * character can hold any amount of text, pass at least one for every 32 Unicode code points. UINT64_MAX is a length
     * that is not known, and 0 has no exception either. */
    uint64_t characters;
} demarc_item;
enum { DEMARC_ITEM_TEXT = 0, DEMARC_ITEM_IMAGE = 1, DEMARC_ITEM_FILE = 2 };

/* Decides how a copied item must be written to the clipboard. `options`: user. DEMARC_UNKNOWN also for a place. Unless
 * it is blocked, the item is what "pasteboard" means in later questions to demarc_ask. */
demarc_status demarc_copy(
    demarc_evaluator *evaluator, const demarc_item *item, const demarc_place *from, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/* Decides whether an item may be pasted. `options`: user. DEMARC_UNKNOWN also for a place. */
demarc_status demarc_paste(
    demarc_evaluator *evaluator, const demarc_item *item, const demarc_place *from, const demarc_place *into,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/*
 * Returns the owner of the content of a place, as an opaque text. Record it with the item when the item is copied, and
 * pass it to a later demarc_paste with DEMARC_PLACE_OWNER. It can restrict that paste and never permit it. The owner is
 * that of the moment of this call: if the identity may be switched between demarc_copy and this call, pass the acting
 * account as `user` to both. `options`: user.
 *
 * Threads: one at a time.
 * Returns: the length of the text, or a status.
 */
ptrdiff_t demarc_owner(
    demarc_evaluator *evaluator, const demarc_place *place, const demarc_options *options, char *text,
    size_t capacity, demarc_error *error);

/* Decides whether content may be uploaded through the page of a web view. `options`: user, DEMARC_EXTERNAL_FRAME. */
demarc_status demarc_upload(
    demarc_evaluator *evaluator, const demarc_place *from, demarc_view into, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/*
 * Answers any question in JSON, in the formats of scenario files and of the server; for example `{"when": {"navigate":
 * {"url": "https://contoso.com/", "view": "E"}}}`. Views and windows are identified by name. In addition to the
 * questions above, this covers opening universal links and incoming links, saving, opening from and sending to places,
 * receiving data, single settings, and identities. Identity questions change the engine.
 *
 * "user" is the acting account, "window" is where the question comes from, and "ref" is copied to the answer. With
 * "given", the question is a what-if: it is evaluated against the policy in a separate engine, without any state of
 * this engine. `{"requests": [...]}` asks up to 1,000 questions without identities. If another policy is put in force
 * during the call, it decides the rest of them. Only what-ifs are all answered by the policy that was in force at the
 * beginning.
 *
 * The evaluator keeps two things for its later questions. "pasteboard" is what it was last asked to copy, by this
 * function or by demarc_copy, if that was not blocked. The account that a question sets at the level "task" acts in all
 * questions of this evaluator that name no user, by whichever function, before the levels of the engine.
 *
 * A window that is named must be open, also by "switchIdentity", but not beside "given". The answer to "unlock" has the member "access": the
 * state that the host stores, and passes as "access" of its next question.
 *
 * In the answer to a question about a URL, "url" is the canonical URL: load it, rather than the URL of the question.
 *
 * The question is evaluated once, whatever the capacity. If the text did not fit, demarc_ask_text returns it again.
 * `answer` may be NULL; the answer to a navigation can be passed to demarc_did_navigate. It stays cleared, and
 * therefore blocks, for an identity question, a what-if, several questions, and for "launch", "unlock", "pin" and
 * "config", whose answer is only in the text. If the result is negative, nothing has changed.
 *
 * Allocates.
 *
 * Threads: one at a time.
 * Returns: the length of the answer, or a status: DEMARC_QUESTION if the text is not a valid question, or if a what-if
 * names something that the policy does not have; DEMARC_UNKNOWN if any other question names something that the engine
 * does not have; DEMARC_LIMIT for more than a mebibyte or 1,000 questions. Unlike elsewhere, error.message quotes the
 * question, and lists the names that exist.
 */
ptrdiff_t demarc_ask(
    demarc_evaluator *evaluator, const uint8_t *question, size_t question_length, demarc_answer *answer, char *text,
    size_t capacity, demarc_error *error);

/* Returns the answer that demarc_ask last wrote with this evaluator; empty if there is none. Otherwise as
 * demarc_ask. */
ptrdiff_t demarc_ask_text(demarc_evaluator *evaluator, char *text, size_t capacity, demarc_error *error);

/* -------------------------------------------------------------------------------------------------- About an answer */

/*
 * Returns the canonical form of the URL that the question was about, for DEMARC_ALLOW. The decision is about this URL:
 * load it, rather than the bytes of the question. Empty if the question was not about a URL, or could not be parsed.
 *
 * This function and the next three take the last answer of the evaluator; any other answer is DEMARC_STALE.
 *
 * Threads: one at a time.
 * Returns: the length of the text, or a status.
 */
ptrdiff_t demarc_url(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/* Returns the URL to open instead, for DEMARC_ROUTE. Empty if there is no such URL. Otherwise as demarc_url. */
ptrdiff_t demarc_route(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/* Returns the names of the reasons in the order in which they decided, separated by commas. Otherwise as demarc_url. */
ptrdiff_t demarc_reasons(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/*
 * Returns a full explanation of the answer as a JSON object: the canonical URL, the verdict, the reasons with their
 * rules, settings, places and sentences, and the rules that also matched but lost. Evaluates every rule again.
 * Otherwise as demarc_url.
 */
ptrdiff_t demarc_explain(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/* The texts that demarc_rule returns. */
enum {
    /* The id of the rule. */
    DEMARC_RULE_ID = 0,
    /* The name of its rule set. */
    DEMARC_RULE_SET = 1,
    /* Its author's remark; empty if there is none. */
    DEMARC_RULE_BECAUSE = 2,
    /* Its place: path, line and column, separated by colons. */
    DEMARC_RULE_PLACE = 3
};

/*
 * Returns a text of a rule, by the number of the rule in a demarc_answer or demarc_row. The number is valid for as long
 * as the same policy is in force, so a report by rules needs one call for each rule. It may come from any evaluator of
 * the same engine. An evaluator whose last decision was made under a policy that has been replaced since also knows the
 * rules of that policy, until its next question.
 *
 * Threads: one at a time.
 * Returns: the length of the text, or a status: DEMARC_STALE if the rule is of another policy; DEMARC_UNKNOWN.
 */
ptrdiff_t demarc_rule(
    demarc_evaluator *evaluator, uint64_t rule, uint32_t what, char *text, size_t capacity, demarc_error *error);

/* -------------------------------------------------------------------------------------------------------- Requests */

/*
 * For proxy modules. A module reports everything that it saw of a request, judges nothing, and carries out the answer.
 * The library reads the request, decides for every way in which it could be read, and blocks what cannot be read as one
 * request.
 */

/* Where an authority was seen. */
typedef uint32_t demarc_authority_source;
enum {
    /* An absolute-form target, if the module has split it. This is optional: the library finds the authority in the
     * target. */
    DEMARC_FROM_TARGET = 0,
    /* A Host field. Add repeated fields separately. */
    DEMARC_FROM_HOST = 1,
    /* The :authority of HTTP/2 and HTTP/3. */
    DEMARC_FROM_PSEUDO = 2,
    /* A field in which a proxy forwards the authority that it saw. */
    DEMARC_FROM_FORWARDED = 3,
    /* The target of CONNECT, if the module has split it. */
    DEMARC_FROM_CONNECT = 4,
    /* The server name of a TLS handshake. */
    DEMARC_FROM_SNI = 5
};

typedef struct demarc_authority {
    /* The authority as it was seen; include empty ones. */
    demarc_text text;
    demarc_authority_source source;
    uint32_t reserved;
} demarc_authority;

/* The origin of a claim about the scheme of a request. */
typedef uint32_t demarc_claimant;
enum {
    /* A field that a client could have set. */
    DEMARC_BY_CLIENT = 0,
    /* The proxy, about a connection that it terminates itself. */
    DEMARC_BY_PROXY = 1
};

typedef struct demarc_scheme_claim {
    /* http, https, ws or wss, in any case. */
    demarc_text scheme;
    demarc_claimant claimant;
    uint32_t reserved;
} demarc_scheme_claim;

/* Why a request cannot be read and is blocked. */
typedef uint32_t demarc_fault;
enum {
    DEMARC_NO_FAULT = 0,
    DEMARC_FAULT_AUTHORITY_MISSING = 1,
    DEMARC_FAULT_AUTHORITY_INVALID = 2,
    DEMARC_FAULT_AUTHORITIES_DIFFER = 3,
    DEMARC_FAULT_PORT_MISSING = 4,
    DEMARC_FAULT_METHOD_INVALID = 5,
    DEMARC_FAULT_TARGET_INVALID = 6,
    DEMARC_FAULT_TARGET_ASTERISK = 7,
    DEMARC_FAULT_TARGET_FRAGMENT = 8,
    DEMARC_FAULT_TARGET_BYTE = 9,
    DEMARC_FAULT_TARGET_TOO_LONG = 10,
    /* A field that is read occurred more than once; reported by the module. */
    DEMARC_FAULT_FIELD_REPEATED = 11,
    /* A field that some servers treat as one that is read; see demarc_field_compare. */
    DEMARC_FAULT_FIELD_ALIAS = 12,
    DEMARC_FAULT_FIELD_MISSING = 13,
    DEMARC_FAULT_FIELDS_DIFFER = 14,
    DEMARC_FAULT_COMPOSITE_URL = 15,
    DEMARC_FAULT_SCHEME_INVALID = 16,
    DEMARC_FAULT_SCHEMES_DIFFER = 17,
    DEMARC_FAULT_UPGRADE_UNKNOWN = 18,
    DEMARC_FAULT_UPGRADE_H2C = 19,
    DEMARC_FAULT_ACCOUNT_MISSING = 20,
    DEMARC_FAULT_ACCOUNT_REPEATED = 21,
    DEMARC_FAULT_ACCOUNT_INVALID = 22,
    DEMARC_FAULT_VIEW_UNKNOWN = 23,
    DEMARC_FAULT_BINDING_UNKNOWN = 24,
    DEMARC_FAULT_PEER_UNKNOWN = 25,
    DEMARC_FAULT_HEAD_TOO_LARGE = 26,
    DEMARC_FAULT_HEAD_INVALID = 27,
    DEMARC_FAULT_FRAMING_AMBIGUOUS = 28,
    DEMARC_FAULT_TIMED_OUT = 29,
    DEMARC_FAULT_OVERLOADED = 30
};

/*
 * Returns the name of a fault, such as "request.authoritiesDiffer". An unknown number has an empty name.
 *
 * Threads: any.
 * Returns: the length of the name, or DEMARC_INVALID.
 */
ptrdiff_t demarc_fault_name(demarc_fault fault, char *text, size_t capacity);

/* One request as a module saw it: raw bytes, not decoded, folded, trimmed or joined. */
typedef struct demarc_request {
    uint32_t size;
    /* The first fault that the module itself found; DEMARC_NO_FAULT if none. */
    demarc_fault fault;
    /* The method, in the case in which it was sent. */
    demarc_text method;
    /* The target, in origin-form or absolute-form, or the authority of CONNECT. */
    demarc_text target;
    /* Every authority that was seen. */
    const demarc_authority *authorities;
    size_t authority_count;
    /* Every claim about the scheme. */
    const demarc_scheme_claim *schemes;
    size_t scheme_count;
    /* Every value that the source of accounts gives for the acting account; an empty value is equivalent to none. */
    const demarc_text *accounts;
    size_t account_count;
    /* Sec-Fetch-Dest; not given if there is no such field. */
    demarc_text fetch_destination;
    /* Upgrade; not given if there is no such field. */
    demarc_text upgrade;
    /* :protocol, which makes a CONNECT an extended one; not given if there is none. A CONNECT with Upgrade alone asks for
     * a tunnel. */
    demarc_text protocol;
} demarc_request;

/* How the scheme is determined. */
enum {
    /* By the proxy's claim. If there is none, or if a client could have made it, both schemes are decided. */
    DEMARC_SCHEME_CLAIMED = 0,
    /* Every request is https. */
    DEMARC_SCHEME_HTTPS = 1,
    /* Every request is http. */
    DEMARC_SCHEME_HTTP = 2
};

/* Who acts if the request does not identify an account. */
enum {
    DEMARC_ABSENT_BLOCKS = 0,
    /* The strictest policy, with the rules of the view. */
    DEMARC_ABSENT_LOCKS_DOWN = 1,
    /* The account of `absent_account`. */
    DEMARC_ABSENT_IS_ACCOUNT = 2
};

/* How the requests of one proxy are read, and for which view. All zeros trust nothing that a client writes. */
typedef struct demarc_binding {
    uint32_t size;
    /* DEMARC_SCHEME_CLAIMED or another of these constants. */
    uint32_t scheme;
    /* DEMARC_ABSENT_BLOCKS or another of these constants. */
    uint32_t absent;
    /* 1 if the server name of the handshake must be the host of ordinary requests too; for tunnels this always
     * applies. */
    uint32_t compares_sni;
    /* 1 if the requests inside a tunnel are decided one by one; otherwise, whatever a path could change blocks. */
    uint32_t inspects_tunnels;
    /* 1 if Sec-Fetch-Dest is trusted: only for clients that are browsers without scripted control. */
    uint32_t believes_fetch_destination;
    /* 1 if the proxy provably forwards what the URL Standard reads; otherwise, every known reading of a path is
     * decided. */
    uint32_t proxy_normalizes;
    uint32_t reserved;
    /* The name of a web view of the policy. */
    demarc_text view;
    /* For DEMARC_ABSENT_IS_ACCOUNT. */
    demarc_text absent_account;
    /* The account that always acts; not given if requests identify the account. A claim in addition to it is a
     * fault. */
    demarc_text fixed_account;
} demarc_binding;

/* The question that a request was treated as. */
enum { DEMARC_REQUEST_NAVIGATE = 0, DEMARC_REQUEST_CONNECTION = 1 };

/* The answer to one request. */
typedef struct demarc_request_answer {
    uint32_t size;
    demarc_verdict verdict;
    demarc_destination destination;
    demarc_url_class url_class;
    demarc_page page;
    /* Why the request could not be read; in that case there are no reasons. */
    demarc_fault fault;
    /* DEMARC_REQUEST_NAVIGATE or DEMARC_REQUEST_CONNECTION. */
    uint32_t kind;
    demarc_frame frame;
    /* The number of reasons; reasons past DEMARC_REASON_LIMIT are counted but not listed. */
    uint32_t reason_count;
    uint32_t reserved;
    uint16_t reasons[DEMARC_REASON_LIMIT];
    /* Private to the library. */
    uint64_t serial;
} demarc_request_answer;

/*
 * Reads a request and decides on it. `*answer` is cleared first, so that it blocks.
 *
 * Use few different bindings per evaluator: it caches its state for the last few, compared by content.
 *
 * Threads: one at a time.
 * Returns: DEMARC_OK whenever there is an answer, including for a request that cannot be read, whose answer has a
 * fault; DEMARC_HANDLE, DEMARC_BUSY; DEMARC_INVALID or DEMARC_UNSUPPORTED for an argument; DEMARC_LIMIT for more than
 * 1,024 authorities, schemes or accounts.
 */
demarc_status demarc_request_read(
    demarc_evaluator *evaluator, const demarc_binding *binding, const demarc_request *request,
    demarc_request_answer *answer, demarc_error *error);

/* The texts that demarc_request_text returns. Each is empty if it does not apply. */
enum {
    /* The URL to open instead, for DEMARC_ROUTE. */
    DEMARC_REQUEST_ROUTE = 0,
    /* The codes of the reasons, or the code of the fault, separated by commas. */
    DEMARC_REQUEST_REASONS = 1,
    /* The id of the rule that decided. */
    DEMARC_REQUEST_RULE = 2,
    /* The name of that rule's set. */
    DEMARC_REQUEST_RULE_SET = 3,
    /* The remark of that rule's author. */
    DEMARC_REQUEST_BECAUSE = 4,
    /* The URL as it was decided, or https://host:port/ for a tunnel. */
    DEMARC_REQUEST_URL = 5,
    /* The URL as another server reads it, if that URL is decided differently. */
    DEMARC_REQUEST_OTHER_URL = 6,
    /* The account that the request was decided for. */
    DEMARC_REQUEST_ACCOUNT = 7,
    /* A sentence for people. */
    DEMARC_REQUEST_MESSAGE = 8,
    /* The policy that decided: its revision, a hyphen, and the first 16 digits of its digest. */
    DEMARC_REQUEST_POLICY = 9,
    /* The revision of that policy. */
    DEMARC_REQUEST_REVISION = 10,
    /* The digest of that policy: 64 hexadecimal digits. */
    DEMARC_REQUEST_DIGEST = 11,
    /* The verdict, destination, class and page of the answer as words, such as "block", "managedBrowser", "external"
     * and "unmanaged". */
    DEMARC_REQUEST_VERDICT = 12,
    DEMARC_REQUEST_DESTINATION = 13,
    DEMARC_REQUEST_CLASS = 14,
    DEMARC_REQUEST_PAGE = 15
};

/*
 * Returns a text about the last request that the evaluator read. Texts may contain any characters other than controls,
 * and are not escaped for headers or HTML.
 *
 * Threads: one at a time.
 * Returns: the length of the text, or a status: DEMARC_STALE if `answer` belongs to another request.
 */
ptrdiff_t demarc_request_text(
    demarc_evaluator *evaluator, const demarc_request_answer *answer, uint32_t what, char *text, size_t capacity,
    demarc_error *error);

/* How the name of a field relates to the name of a field that is read. */
enum {
    DEMARC_FIELD_OTHER = 0,
    /* The names are the same, ignoring case. */
    DEMARC_FIELD_SAME = 1,
    /* Some servers treat one as the other, such as X_Demarc_Account and X-Demarc-Account: report
     * DEMARC_FAULT_FIELD_ALIAS. */
    DEMARC_FIELD_ALIAS = 2
};

/*
 * Compares the name of a field of a request with the name of a field that the module reads. `consumed` is in lower
 * case, with "-" between its words.
 *
 * Threads: any.
 * Returns: DEMARC_FIELD_OTHER, DEMARC_FIELD_SAME or DEMARC_FIELD_ALIAS; or DEMARC_INVALID, also if `consumed` has
 * capital letters.
 */
int32_t demarc_field_compare(
    const uint8_t *field, size_t field_length, const uint8_t *consumed, size_t consumed_length);

#ifdef __cplusplus
}
#endif

#endif
