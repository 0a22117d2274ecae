/*
 * demarc.h - Demarc for programs in C, C++ and any language that can call C.
 *
 * Demarc decides whether a URL or a content view is managed or unmanaged, and what may cross between the two. This
 * header and the library libdemarc are all that a program needs. Link with the flags of `pkg-config --libs demarc`.
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
 *     if (answer.verdict == DEMARC_ALLOW) show(url);
 *
 * FAILING CLOSED. DEMARC_BLOCK is 0, and every function clears what it gives before it does anything else. A program
 * that ignores an error therefore sees a block, an empty text, no handle or no view.
 *
 * ERRORS. A function that can fail returns a demarc_status, which is DEMARC_OK or negative, or the length of a text,
 * or a negative status in its place. Where there is more to say it is written to the caller's demarc_error; every
 * `error` may be NULL. Nothing is kept per thread.
 *
 * HANDLES. demarc_engine and demarc_evaluator are never looked into through the pointer: NULL, one that was freed,
 * one of the other kind, or any other number is answered with DEMARC_HANDLE. A handle that was freed is not given out
 * again.
 *
 * THREADS. An engine may be used from any thread at any time. An evaluator takes one call at a time, from any thread;
 * a call that comes while another one is under way gets DEMARC_BUSY at once. Make an evaluator for each thread. The
 * library starts no thread, installs no signal handler and calls nothing of the host's. After a fork both processes
 * may go on with what was opened before, as long as no other thread was in a call at that moment.
 *
 * MEMORY. What the host passes is read during the call and never kept. What the library gives is written to memory of
 * the host's. Only handles have to be given back, with the _free function of their kind.
 *
 * TEXTS. A text that goes in is UTF-8, a pointer and a length; it needs no zero at its end. NULL is "not given",
 * which is another thing than empty wherever that is said; NULL with a length is DEMARC_INVALID. A text that comes
 * out is written as by snprintf: at most `capacity` bytes, a zero at the end among them, cut between two characters;
 * the result is the whole length without the zero. `text` may be NULL where `capacity` is 0, to ask for the length.
 *
 * STRUCTS. Each begins with `size`, which the caller sets to the size it was compiled with; DEMARC_INIT does, and
 * clears the rest. The library neither reads nor writes behind it. A smaller struct, of an older header, is read as
 * if the fields that it lacks were 0; the least is 8 bytes. A larger one, of a newer header, is taken as long as the
 * fields that this library does not know are 0, and is DEMARC_UNSUPPORTED otherwise. Elements of arrays have no size
 * and never change, except demarc_row, whose size is said beside the array. A struct has the alignment of its type.
 *
 * VERSIONS. The library follows Semantic Versioning. Numbers of constants are never changed or used again; unknown ones
 * are to be treated as a block.
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

/* The version of this header. That of the library is demarc_version(). */
#define DEMARC_VERSION_MAJOR 0
#define DEMARC_VERSION_MINOR 1
#define DEMARC_VERSION_PATCH 0
#define DEMARC_VERSION ((uint32_t)(DEMARC_VERSION_MAJOR * 65536 + DEMARC_VERSION_MINOR * 256 + DEMARC_VERSION_PATCH))

/*
 * The version of the library: 65536 times the major version, and 256 times the minor one, and the patch.
 * Any thread; cannot fail.
 */
uint32_t demarc_version(void);

/* ------------------------------------------------------------------------------------------- Statuses and errors */

/* What became of a call: DEMARC_OK, or why nothing was decided or changed. */
typedef int32_t demarc_status;
enum {
    DEMARC_OK = 0,
    /* An argument cannot be: NULL where something is needed, a wrong size, a number that is not of its list, a
     * text that is not UTF-8. */
    DEMARC_INVALID = -1,
    /* The engine or evaluator is NULL, was freed, or never was one. */
    DEMARC_HANDLE = -2,
    /* Another call of the evaluator is under way, or, where something is to be freed, one of the engine. */
    DEMARC_BUSY = -3,
    /* The evaluator has decided something else since, or did not make this answer; or a newer navigation of the
     * view was reported already. */
    DEMARC_STALE = -4,
    /* The policy cannot be used; error.code says why, as in "damaged-file". */
    DEMARC_POLICY = -5,
    /* There is no such view, window, account or rule; or the view belongs to another engine. */
    DEMARC_UNKNOWN = -6,
    /* The engine knows what is meant, and refuses it: a cycle of views, a name that is taken, a second managed
     * account. */
    DEMARC_REFUSED = -7,
    /* This library does not know a field that the caller has set, or cannot do what is asked. */
    DEMARC_UNSUPPORTED = -8,
    /* There are too many handles, or something is larger than the library takes. */
    DEMARC_LIMIT = -9,
    /* What demarc_ask was asked is not JSON, or not a question. */
    DEMARC_QUESTION = -10
};

/*
 * What went wrong, in words. It is cleared by every call that it is given to, and so says of a call that succeeded
 * nothing. Texts end with a zero and are cut where they do not fit.
 */
typedef struct demarc_error {
    uint32_t size;
    /* The status that the function returned. */
    demarc_status status;
    /* A stable word for programs, such as "handle", "busy", "damaged-file" or "unknown-view". */
    char code[40];
    /* One sentence for people, without what the host passed as a secret: no URL and no account. */
    char message[464];
} demarc_error;

/* Clears a struct of this header and sets its size. Use it as a statement. */
#define DEMARC_INIT(object) (memset(&(object), 0, sizeof(object)), (void)((object).size = (uint32_t)sizeof(object)))

/* Bytes of the host's. `bytes` is NULL where there are none to speak of. */
typedef struct demarc_text {
    const uint8_t *bytes;
    size_t count;
} demarc_text;

/* Initialises a demarc_text with a string literal: `demarc_text name = DEMARC_LITERAL("E");`. */
#define DEMARC_LITERAL(literal) { (const uint8_t *)("" literal), sizeof(literal) - 1 }

/* --------------------------------------------------------------------------------------------------- What is said */

/* What the host must do. Verdicts behind DEMARC_ROUTE answer only what they are about: receiving, and the clipboard. */
typedef uint32_t demarc_verdict;
enum {
    /* Do not do it. */
    DEMARC_BLOCK = 0,
    /* As asked; the destination says where. */
    DEMARC_ALLOW = 1,
    /* Open what demarc_route gives instead, at the destination. */
    DEMARC_ROUTE = 2,
    /* Hand the data over, but only encrypted. */
    DEMARC_ALLOW_ENCRYPTED = 3,
    /* Take the data in, and treat it as the organization's from then on. */
    DEMARC_ALLOW_AS_ORGANIZATION_DATA = 4,
    /* Take the data in under another account, which demarc_explain names. */
    DEMARC_SWITCH_ACCOUNT = 5,
    /* Write it to the clipboard as it is. */
    DEMARC_PLAIN = 6,
    /* Write it to the clipboard so that only apps managed for the owner can read it. */
    DEMARC_PROTECTED = 7
};

/* Where an allowed or routed open goes. */
typedef uint32_t demarc_destination;
enum {
    DEMARC_NOWHERE = 0,
    /* The view that asked. */
    DEMARC_IN_VIEW = 1,
    DEMARC_IN_MANAGED_BROWSER = 2,
    DEMARC_IN_UNMANAGED_BROWSER = 3,
    DEMARC_IN_MANAGED_APP = 4,
    DEMARC_IN_UNMANAGED_APP = 5,
    DEMARC_IN_SYSTEM = 6,
    /* The offer to install the managed browser. */
    DEMARC_IN_BROWSER_OFFER = 7
};

/* What the rules of a view say of a URL. */
typedef uint32_t demarc_url_class;
enum { DEMARC_UNCLASSIFIED = 0, DEMARC_INTERNAL = 1, DEMARC_EXTERNAL = 2, DEMARC_BLOCKED = 3 };

/* Whose content a page is. */
typedef uint32_t demarc_page;
enum { DEMARC_NO_PAGE = 0, DEMARC_MANAGED = 1, DEMARC_UNMANAGED = 2 };

/* What kind of load a navigation is. */
typedef uint32_t demarc_frame;
enum {
    /* The page of a web view. */
    DEMARC_TOP = 0,
    /* A frame inside a page. */
    DEMARC_SUB = 1,
    /* A resource of a page. */
    DEMARC_RESOURCE = 2
};

/* The most reasons that a decision has. */
#define DEMARC_REASON_LIMIT 8

/*
 * What became of one question. Everything in it belongs to the host; it may be kept for as long as the host likes,
 * and passed to demarc_did_navigate from any thread. What is not in it can be asked for with demarc_route,
 * demarc_reasons and demarc_explain until the evaluator's next question.
 */
typedef struct demarc_answer {
    uint32_t size;
    demarc_verdict verdict;
    demarc_destination destination;
    demarc_url_class url_class;
    demarc_page page;
    /* How many reasons there are. */
    uint32_t reason_count;
    /* The reasons in the order in which they decided; demarc_reason_name has the names of these numbers, which are
     * those of this version of the library only. */
    uint16_t reasons[DEMARC_REASON_LIMIT];
    /* The rule that decided, for demarc_rule; 0 where none did. */
    uint64_t rule;
    /* The library's own: what ties the answer to its evaluator, and what demarc_did_navigate needs. */
    uint64_t reserved[5];
} demarc_answer;

/*
 * The name of a reason, such as "rule.external". An unknown number has the empty name.
 *
 * Any thread. Returns the length of the name, or DEMARC_INVALID.
 */
ptrdiff_t demarc_reason_name(uint32_t reason, char *text, size_t capacity);

/* --------------------------------------------------------------------------------------------------------- Engines */

/*
 * A policy in force, with the view tree and the identities that act. Any thread may use it at any time; a decision sees
 * one moment of all of it.
 */
typedef struct demarc_engine demarc_engine;

/* What one thread decides with. */
typedef struct demarc_evaluator demarc_evaluator;

/* How a policy is opened. NULL in its place is all zero. */
typedef struct demarc_open_options {
    uint32_t size;
    /* DEMARC_MAPPED, or 0. */
    uint32_t flags;
    /* The accounts that are signed in, by object id or user principal name. NULL for every account of the policy; a
     * pointer with a count of 0 for none. */
    const demarc_text *signed_in;
    size_t signed_in_count;
} demarc_open_options;

enum {
    /* The file is mapped, so that processes share its memory, and not read. Such a file must not be written to or made
     * shorter, only replaced by renaming another one over it: reading behind its end ends the process. */
    DEMARC_MAPPED = 1
};

/*
 * Opens a compiled policy, as `demarc compile` writes it, and makes an engine of it.
 *
 * Text is not read here; compile it first. The views of the policy are in the engine's tree, by their names.
 *
 * `*engine` is the caller's, to be given to demarc_engine_free; NULL unless the result is DEMARC_OK.
 * Any thread. Reads the whole file once.
 * DEMARC_POLICY where the file cannot be read or is not a compiled policy of this version; DEMARC_INVALID;
 * DEMARC_UNKNOWN for an account of `signed_in` that the policy does not have; DEMARC_LIMIT.
 */
demarc_status demarc_engine_open(
    const uint8_t *path, size_t path_length, const demarc_open_options *options, demarc_engine **engine,
    demarc_error *error);

/*
 * Opens a compiled policy that is in memory, and copies it. As demarc_engine_open; DEMARC_MAPPED is DEMARC_UNSUPPORTED.
 */
demarc_status demarc_engine_open_memory(
    const uint8_t *bytes, size_t count, const demarc_open_options *options, demarc_engine **engine,
    demarc_error *error);

/*
 * Puts the policy file in force again if it has changed since it was last looked at; meant to be called from a timer,
 * about once a second. An engine that was opened from memory has no file, and nothing changes.
 *
 * `*changed` is 1 where another policy is in force, else 0; may be NULL. Views keep their numbers and pages, and
 * identities stay, as far as the new policy knows them. Any thread; a call that finds another one reloading returns
 * DEMARC_OK and changes nothing. Decisions go on meanwhile and never see half a change. Reads the whole file if it
 * has changed, and else asks the system once. DEMARC_POLICY where the file cannot be used: the policy in force stays.
 * It is said once for each change of the file, so that it can be logged as it comes; where the system refused to read
 * it, each time. DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_reload_if_changed(demarc_engine *engine, uint32_t *changed, demarc_error *error);

/*
 * Puts a compiled policy that is in memory in force, and copies it. Where it cannot be used, the policy in force stays.
 * The engine no longer follows a file that it was opened from.
 *
 * Any thread. DEMARC_POLICY, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_reload_memory(
    demarc_engine *engine, const uint8_t *bytes, size_t count, demarc_error *error);

/* What is in force. */
typedef struct demarc_info {
    uint32_t size;
    /* How often another policy was put in force since the engine was opened. */
    uint32_t reloads;
    /* The revision that the policy document gives itself. */
    uint64_t revision;
    /* The SHA-256 of the compiled policy in hexadecimal digits, and a zero. */
    char digest[72];
    /* How many rules, rule sets, accounts and declared views the policy has. */
    uint64_t rules;
    uint32_t rule_sets;
    uint32_t accounts;
    uint32_t views;
    uint32_t reserved;
} demarc_info;

/*
 * Says what is in force. The first call after a policy was put in force computes its digest, in some 4 ms a mebibyte.
 * Any thread. DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_info(demarc_engine *engine, demarc_info *info, demarc_error *error);

/*
 * Says which of the apps that the policy declares are installed, by their bundle ids. NULL, as from the start, is all
 * of them; a pointer with a count of 0 is none. Any thread. DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_installed(
    demarc_engine *engine, const demarc_text *apps, size_t count, demarc_error *error);

/* Says whether the managed browser is installed: 1, as from the start, or 0. Any thread. DEMARC_HANDLE,
 * DEMARC_INVALID. */
demarc_status demarc_engine_set_browser_installed(demarc_engine *engine, uint32_t is_installed, demarc_error *error);

/* Says whether device management has the device: 0, as from the start, or 1. Any thread. DEMARC_HANDLE,
 * DEMARC_INVALID. */
demarc_status demarc_engine_set_mdm_enrolled(demarc_engine *engine, uint32_t is_enrolled, demarc_error *error);

/*
 * Says which app this is, by its bundle id; NULL, as from the start, takes it from the policy.
 * Any thread. DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_engine_set_app(
    demarc_engine *engine, const uint8_t *app, size_t app_length, demarc_error *error);

/*
 * Gives an engine back. Evaluators that were made from it go on until they are freed themselves. NULL is DEMARC_OK.
 * Any thread. DEMARC_BUSY while a call of the engine is under way, which changes nothing; DEMARC_HANDLE.
 */
demarc_status demarc_engine_free(demarc_engine *engine);

/* ----------------------------------------------------------------------------------------------------------- Views */

/* A content view of one engine; 0 is no view. A number is not used again for another view. */
typedef uint64_t demarc_view;

/* How a content view and everything below it is treated. */
typedef uint32_t demarc_view_policy;
enum {
    /* As the nearest view above that says something else, or as the policy says of all views. */
    DEMARC_VIEW_UNSET = 0,
    DEMARC_VIEW_UNMANAGED = 1,
    DEMARC_VIEW_CURRENT_IDENTITY = 2,
    DEMARC_VIEW_CURRENT_IDENTITY_BLOCK_UPLOAD = 3
};

/* A view that is added. NULL in its place is all zero: a web view without a name, at the root. */
typedef struct demarc_view_options {
    uint32_t size;
    /* DEMARC_CONTAINER, or 0. */
    uint32_t flags;
    demarc_view_policy policy;
    uint32_t reserved;
    /* The view that holds it; 0 for a root. */
    demarc_view parent;
    /* The web view whose page opened this one; 0 for none. */
    demarc_view opener;
    /* A name to find the view by, unique in the engine; not given for none. */
    demarc_text name;
    /* The open window of a root; not given for none. Ignored where there is a parent. */
    demarc_text window;
} demarc_view_options;

enum {
    /* The view holds other views and loads no URLs. */
    DEMARC_CONTAINER = 1
};

/*
 * Adds a view. `*view` is 0 unless the result is DEMARC_OK. Any thread. DEMARC_UNKNOWN for a parent, opener or window
 * that there is not; DEMARC_REFUSED for a parent that is a web view, an opener that is not one, a name that is taken;
 * DEMARC_LIMIT, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_add(
    demarc_engine *engine, const demarc_view_options *options, demarc_view *view, demarc_error *error);

/*
 * Finds a view by its name, such as one that the policy declares. `*view` is 0 unless the result is DEMARC_OK.
 * Any thread. DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_find(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_view *view, demarc_error *error);

/*
 * Moves a view, with everything below it, to another parent; 0 makes it a root, in `window` where that is given.
 * Any thread. DEMARC_UNKNOWN; DEMARC_REFUSED for a parent that is a web view or below the view; DEMARC_HANDLE,
 * DEMARC_INVALID.
 */
demarc_status demarc_view_move(
    demarc_engine *engine, demarc_view view, demarc_view parent, const uint8_t *window, size_t window_length,
    demarc_error *error);

/* Removes a view and everything below it. Any thread. DEMARC_UNKNOWN, DEMARC_HANDLE. */
demarc_status demarc_view_remove(demarc_engine *engine, demarc_view view, demarc_error *error);

/* Sets how a view is treated. Any thread. DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID. */
demarc_status demarc_view_set_policy(
    demarc_engine *engine, demarc_view view, demarc_view_policy policy, demarc_error *error);

/*
 * Lets a rule set of the policy classify a web view's URLs; NULL takes it away. A name that the policy in force does
 * not have is kept, and classifies nothing. Any thread. DEMARC_UNKNOWN; DEMARC_REFUSED for a container;
 * DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_rule_set(
    demarc_engine *engine, demarc_view view, const uint8_t *rule_set, size_t rule_set_length, demarc_error *error);

/*
 * Says the URL of the document that a view shows, which rules with `site` compare with; NULL for none.
 * Any thread. DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_document(
    demarc_engine *engine, demarc_view view, const uint8_t *url, size_t url_length, demarc_error *error);

/* What the page of a web view is said to be. */
enum {
    /* No navigation was reported: the page follows the view. */
    DEMARC_PAGE_UNREPORTED = 0,
    /* It was called external. */
    DEMARC_PAGE_EXTERNAL = 1,
    /* It was loaded for an account. */
    DEMARC_PAGE_LOADED_FOR = 2
};

/*
 * Says outright what page a web view shows, for a host that restores what it showed earlier: DEMARC_PAGE_UNREPORTED and
 * the like. `account` is that of DEMARC_PAGE_LOADED_FOR; one that is not managed, or no user, makes the page unmanaged.
 * Any thread. DEMARC_UNKNOWN; DEMARC_REFUSED for a container; DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_view_set_page(
    demarc_engine *engine, demarc_view view, uint32_t page, const uint8_t *account, size_t account_length,
    demarc_error *error);

/* --------------------------------------------------------------------------------------------------------- Windows */

/*
 * Opens a window of the host's under a name, so that views can be in it and an account can act in it alone.
 * Any thread. DEMARC_REFUSED where one of that name is open; DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_window_open(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_error *error);

/*
 * Closes a window: its views are removed, with everything below them, and who acts there is forgotten.
 * Any thread. DEMARC_UNKNOWN, DEMARC_HANDLE, DEMARC_INVALID.
 */
demarc_status demarc_window_close(
    demarc_engine *engine, const uint8_t *name, size_t name_length, demarc_error *error);

/* ------------------------------------------------------------------------------------------------------ Identities */

/* Where an identity is set. */
typedef uint32_t demarc_level;
enum {
    /* The user interface: of the window that is named, or of the whole host where none is. */
    DEMARC_LEVEL_UI = 0,
    /* The process; the last to be asked. */
    DEMARC_LEVEL_PROCESS = 1
};

/*
 * Signs an account in, by object id or user principal name. Any thread. DEMARC_UNKNOWN where the policy has no such
 * account; DEMARC_REFUSED for a second managed account where the app can hold one only; DEMARC_HANDLE,
 * DEMARC_INVALID. Nothing has changed then.
 */
demarc_status demarc_sign_in(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_error *error);

/* Signs an account out. It acts nowhere from then on. As demarc_sign_in. */
demarc_status demarc_sign_out(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_error *error);

/*
 * Sets who acts at a level. An empty account, or "none", is no user; NULL unsets the level, so that the next one
 * answers. `window` is that of DEMARC_LEVEL_UI; NULL for the whole host.
 * Any thread. DEMARC_UNKNOWN where the policy has no such account, it is not signed in, or the window is not open;
 * DEMARC_REFUSED, DEMARC_HANDLE, DEMARC_INVALID. Nothing has changed then.
 */
demarc_status demarc_switch_identity(
    demarc_engine *engine, const uint8_t *account, size_t account_length, demarc_level level, const uint8_t *window,
    size_t window_length, demarc_error *error);

/*
 * Shows the content of several accounts at once at a level: the strictest policy is in force there if one of them is
 * managed. An empty account, or "none", is unmanaged content. No accounts at all are no user. As
 * demarc_switch_identity.
 */
demarc_status demarc_show_accounts(
    demarc_engine *engine, const demarc_text *accounts, size_t count, demarc_level level, const uint8_t *window,
    size_t window_length, demarc_error *error);

/* ------------------------------------------------------------------------------------------------------ Evaluators */

/*
 * Makes what one thread decides with. It keeps buffers, so that deciding allocates nothing once they are large enough.
 *
 * `*evaluator` is the caller's, to be given to demarc_evaluator_free; NULL unless the result is DEMARC_OK.
 * Any thread. DEMARC_HANDLE, DEMARC_LIMIT, DEMARC_INVALID.
 */
demarc_status demarc_evaluator_make(demarc_engine *engine, demarc_evaluator **evaluator, demarc_error *error);

/*
 * Lets go of the policy of the last decision, for an evaluator that has nothing to do for long: a policy that was
 * replaced is in memory until every evaluator has decided under the next one, or rests. Nothing can be asked of the
 * last answer any more. DEMARC_BUSY, DEMARC_HANDLE.
 */
demarc_status demarc_evaluator_rest(demarc_evaluator *evaluator, demarc_error *error);

/* Gives an evaluator back. NULL is DEMARC_OK. DEMARC_BUSY while a call of it is under way; DEMARC_HANDLE. */
demarc_status demarc_evaluator_free(demarc_evaluator *evaluator);

/* ------------------------------------------------------------------------------------------------------- Questions */

/* What the host's own code says of a URL, where a view has such code. */
typedef uint32_t demarc_external_url;
enum {
    /* There is no such code, or it leaves the answer to the rules. */
    DEMARC_URL_NOT_SAID = 0,
    DEMARC_URL_INTERNAL = 1,
    DEMARC_URL_EXTERNAL = 2,
    /* It failed, was late, or could not say: nothing that has to be classified is shown. */
    DEMARC_URL_NO_ANSWER = 3
};

/*
 * What a question may say besides its subject. NULL in its place is all zero. A question that a field is not about
 * ignores it.
 */
typedef struct demarc_options {
    uint32_t size;
    /* DEMARC_SAME_DOCUMENT and the like. */
    uint32_t flags;
    /* Of demarc_navigate and demarc_connection. */
    demarc_frame frame;
    /* Of demarc_navigate. */
    demarc_external_url external_url;
    /* Who acts, before any identity level: an object id or a user principal name; empty or "none" for no user; not
     * given to ask the levels. An account that the policy does not know, or that is not signed in, blocks. */
    demarc_text user;
    /* The window that the question comes from; not given for none. One that is not open is DEMARC_UNKNOWN. */
    demarc_text window;
} demarc_options;

/* Flags of questions. */
enum {
    /* demarc_navigate: the page stays, and only its URL changes. */
    DEMARC_SAME_DOCUMENT = 1,
    /* demarc_open_url, demarc_can_open: the host knows that a managed app opens the scheme. */
    DEMARC_KNOWN_MANAGED_APP = 2,
    /* demarc_upload: an external frame inside the page takes the content. */
    DEMARC_EXTERNAL_FRAME = 4,
    /* demarc_connection: what is in the tunnel is asked about again, request for request. */
    DEMARC_INSPECTED = 8
};

/*
 * Every question below clears `*answer` first, so that it blocks, and then fills it. Its status is
 *     DEMARC_OK        it was decided, whatever the verdict;
 *     DEMARC_HANDLE    the evaluator is not one;
 *     DEMARC_BUSY      another call of the evaluator is under way;
 *     DEMARC_UNKNOWN   the window is not open, or the view is that of another engine or never was one. A view that was
 *                      removed is decided on: it blocks with "view.unknown";
 *     DEMARC_INVALID, DEMARC_UNSUPPORTED   an argument.
 * URLs are bytes as the page or person gave them, without a need to be UTF-8. One thread at a time.
 */

/*
 * Whether a web view may go to a URL, and where it opens. `options` may name a frame, the host's own answer, a user and
 * DEMARC_SAME_DOCUMENT. Allocates nothing once warm, for a URL whose host is ASCII.
 */
demarc_status demarc_navigate(
    demarc_evaluator *evaluator, demarc_view view, const uint8_t *url, size_t url_length,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/* URLs in one run of bytes, laid out as Arrow lays out an array of strings. */
typedef struct demarc_batch {
    uint32_t size;
    /* 32 or 64: how many bits an offset has. Offsets are signed, in the byte order of the machine. */
    uint32_t offset_bits;
    const uint8_t *bytes;
    size_t byte_count;
    /* count + 1 offsets into `bytes`; URL i is between offset i and offset i + 1. For a slice of an Arrow array, the
     * address of the slice's first offset. Need not be aligned. */
    const void *offsets;
    size_t count;
    /* A bit for each URL, the lowest of a byte first, 0 for one that is missing; NULL where none is. */
    const uint8_t *validity;
    /* The bit of URL 0, for a slice. */
    size_t validity_offset;
    /* sizeof(demarc_row), as the caller was compiled with it: a multiple of 8. */
    size_t row_size;
} demarc_batch;

/* What became of one URL of a batch. A smaller row, of an older header, has fewer fields; the least is 8 bytes. */
typedef struct demarc_row {
    /* The numbers of demarc_verdict and so on. */
    uint8_t verdict;
    uint8_t destination;
    uint8_t url_class;
    uint8_t page;
    /* DEMARC_OK; DEMARC_UNKNOWN for a URL that is missing; DEMARC_INVALID where the offsets decrease or lead out of
     * `bytes`. The row blocks then. */
    demarc_status status;
    /* The rule that decided, for demarc_rule; 0 where none did. */
    uint64_t rule;
    /* As in demarc_answer; 0 behind the last one. */
    uint16_t reasons[DEMARC_REASON_LIMIT];
} demarc_row;

/*
 * Decides navigation to many URLs in one view: the same as demarc_navigate for each. `rows` has `count` elements of
 * `row_size` bytes, all of which are cleared first. The routes of rows and their texts cannot be asked for; ask about
 * the URL again.
 *
 * DEMARC_INVALID also where the offsets of a row are wrong; all other rows are decided all the same. Otherwise as every
 * question. A policy that is put in force meanwhile decides the rest of the batch.
 */
demarc_status demarc_navigate_batch(
    demarc_evaluator *evaluator, demarc_view view, const demarc_batch *batch, const demarc_options *options,
    demarc_row *rows, demarc_error *error);

/*
 * Tells the engine that a navigation which was allowed has been carried out, so that it knows what page the view shows.
 * `answer` is that of demarc_navigate, or of demarc_ask; it may be reported at any later time. One that does not change
 * the page changes nothing, and neither does one that blocks.
 *
 * Any thread. DEMARC_STALE where a newer navigation of the view was reported already; DEMARC_UNKNOWN for a view that
 * there is not; DEMARC_REFUSED for a container; DEMARC_INVALID for an answer that this engine did not give;
 * DEMARC_HANDLE.
 */
demarc_status demarc_did_navigate(
    demarc_engine *engine, demarc_view view, const demarc_answer *answer, demarc_error *error);

/* Whether a URL may be opened outside of the app, and what is opened. `options`: user, window,
 * DEMARC_KNOWN_MANAGED_APP. */
demarc_status demarc_open_url(
    demarc_evaluator *evaluator, const uint8_t *url, size_t url_length, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/* Whether the app can know that a URL would open. `options`: user, window, DEMARC_KNOWN_MANAGED_APP. */
demarc_status demarc_can_open(
    demarc_evaluator *evaluator, const uint8_t *url, size_t url_length, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/*
 * Whether a tunnel may be opened to a host and port, of which nothing more is seen. `host` is a domain, an IPv4 address
 * or a bracketed IPv6 address. `options`: frame (DEMARC_TOP or DEMARC_RESOURCE), user, DEMARC_INSPECTED.
 */
demarc_status demarc_connection(
    demarc_evaluator *evaluator, demarc_view view, const uint8_t *host, size_t host_length, uint16_t port,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/* Where content is. */
typedef struct demarc_place {
    uint32_t size;
    /* DEMARC_PLACE_VIEW and the like. */
    uint32_t kind;
    /* Of DEMARC_PLACE_VIEW and DEMARC_PLACE_FRAME. */
    demarc_view view;
    /* The window, account, app or owner; see below. */
    demarc_text name;
} demarc_place;
enum {
    /* No place; DEMARC_INVALID. */
    DEMARC_PLACE_NONE = 0,
    /* A view, with the page that it shows. */
    DEMARC_PLACE_VIEW = 1,
    /* An external frame inside the page of a web view. */
    DEMARC_PLACE_FRAME = 2,
    /* The host's own user interface, in the open window that `name` names, or outside of any. */
    DEMARC_PLACE_NATIVE = 3,
    /* The host's own user interface or data of the account that `name` names. */
    DEMARC_PLACE_ACCOUNT = 4,
    /* Another app, by its bundle id. */
    DEMARC_PLACE_APP = 5,
    /* Whoever demarc_owner recorded when it was copied: `name` is what that gave. Only as the source of
     * demarc_paste. */
    DEMARC_PLACE_OWNER = 6
};

/* What is copied or pasted. NULL in its place is a text of one character. */
typedef struct demarc_item {
    uint32_t size;
    /* DEMARC_ITEM_TEXT and the like. */
    uint32_t kind;
    /* How many characters a text has, as people count them; ignored for anything else. */
    uint64_t characters;
} demarc_item;
enum { DEMARC_ITEM_TEXT = 0, DEMARC_ITEM_IMAGE = 1, DEMARC_ITEM_FILE = 2 };

/* How an item that is copied must be written to the clipboard. `options`: user. DEMARC_UNKNOWN also for a place. */
demarc_status demarc_copy(
    demarc_evaluator *evaluator, const demarc_item *item, const demarc_place *from, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/* Whether an item may be pasted. `options`: user. DEMARC_UNKNOWN also for a place. */
demarc_status demarc_paste(
    demarc_evaluator *evaluator, const demarc_item *item, const demarc_place *from, const demarc_place *into,
    const demarc_options *options, demarc_answer *answer, demarc_error *error);

/*
 * Whose content of a place is, to be recorded with what is copied there, for a later demarc_paste from
 * DEMARC_PLACE_OWNER. It can restrict that paste and never permit it. The text is the library's own.
 * Returns the length of the text, or a status. One thread at a time. `options`: user.
 */
ptrdiff_t demarc_owner(
    demarc_evaluator *evaluator, const demarc_place *place, const demarc_options *options, char *text,
    size_t capacity, demarc_error *error);

/* Whether content may be uploaded through the page of a web view. `options`: user, DEMARC_EXTERNAL_FRAME. */
demarc_status demarc_upload(
    demarc_evaluator *evaluator, const demarc_place *from, demarc_view into, const demarc_options *options,
    demarc_answer *answer, demarc_error *error);

/*
 * Asks any question of Demarc in JSON, and writes the answer in JSON, in the forms that scenario files and the server
 * have: `{"when": {"navigate": {"url": "https://contoso.com/", "view": "E"}}}` is one. Views and windows go by their
 * names. Besides the questions above there are opening universal links and incoming ones, saving, opening from and
 * sending to places, receiving, single settings, and identities, which change the engine.
 *
 * "user" says who acts, "window" where the question comes from, and "ref" is handed back. With "given" it is a what-if:
 * asked of the policy in an engine of its own, with nothing of this one. `{"requests": [...]}` asks up to 1,000 questions
 * without identities. What was copied, and the identity at the level "task", are kept by the evaluator.
 *
 * The question is asked once, whatever the capacity: where the text did not fit, demarc_ask_text gives it again.
 * `answer` may be NULL; that of a navigation can be given to demarc_did_navigate. It stays cleared, and so blocks, for an
 * identity question, a what-if and several questions. Nothing has changed where the result is negative.
 *
 * Returns the length of the answer, or a status; DEMARC_QUESTION where it is not a question; DEMARC_UNKNOWN where it
 * names something that the engine does not have; DEMARC_LIMIT for more than a mebibyte or 1,000 questions. Here
 * error.message quotes the question, and names what there is instead. One thread at a time. Allocates.
 */
ptrdiff_t demarc_ask(
    demarc_evaluator *evaluator, const uint8_t *question, size_t question_length, demarc_answer *answer, char *text,
    size_t capacity, demarc_error *error);

/* The answer that demarc_ask wrote last with this evaluator; empty where it did not. As demarc_ask. */
ptrdiff_t demarc_ask_text(demarc_evaluator *evaluator, char *text, size_t capacity, demarc_error *error);

/* -------------------------------------------------------------------------------------------------- About an answer */

/*
 * What is to be opened instead, for DEMARC_ROUTE. Empty where there is nothing to open.
 *
 * This and the next two are about the last answer of the evaluator, and DEMARC_STALE for any other one. They return the
 * length of the text, or a status. One thread at a time.
 */
ptrdiff_t demarc_route(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/* The names of the reasons in the order in which they decided, with commas between them. As demarc_route. */
ptrdiff_t demarc_reasons(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/*
 * Everything there is to say of the answer, as a JSON object: the canonical URL, the verdict, the reasons with their
 * rules, settings, places and sentences, and the rules that matched too and lost. As demarc_route. Asks every rule
 * again.
 */
ptrdiff_t demarc_explain(
    demarc_evaluator *evaluator, const demarc_answer *answer, char *text, size_t capacity, demarc_error *error);

/* What demarc_rule is asked for. */
enum {
    /* The id of the rule. */
    DEMARC_RULE_ID = 0,
    /* The name of its rule set. */
    DEMARC_RULE_SET = 1,
    /* What its author says of it; empty where that is nothing. */
    DEMARC_RULE_BECAUSE = 2,
    /* Where it is written: path, line and column, with colons between them. */
    DEMARC_RULE_PLACE = 3
};

/*
 * The texts of a rule, by the number that demarc_answer and demarc_row have for it. The number is good for as long as
 * the same policy is in force, so a report by rules costs one call for each rule. Returns the length of the text, or
 * a status; DEMARC_STALE where the evaluator decides by another policy by now; DEMARC_UNKNOWN. One thread at a time.
 */
ptrdiff_t demarc_rule(
    demarc_evaluator *evaluator, uint64_t rule, uint32_t what, char *text, size_t capacity, demarc_error *error);

/* -------------------------------------------------------------------------------------------------------- Requests */

/*
 * For modules of proxies. A module says everything that it saw of a request, judges nothing, and does what it is
 * told: the library reads the request, decides on every way in which it could be read, and blocks what cannot be read
 * as one request.
 */

/* Where an authority was seen. */
typedef uint32_t demarc_authority_source;
enum {
    /* An absolute-form target, where the module has split it off. It need not: the library finds it in the target. */
    DEMARC_FROM_TARGET = 0,
    /* A Host field. Repeated ones are added each of its own. */
    DEMARC_FROM_HOST = 1,
    /* The :authority of HTTP/2 and HTTP/3. */
    DEMARC_FROM_PSEUDO = 2,
    /* A field in which a proxy forwards what it saw. */
    DEMARC_FROM_FORWARDED = 3,
    /* The target of CONNECT, where the module has split it off. */
    DEMARC_FROM_CONNECT = 4,
    /* The server name of a TLS handshake. */
    DEMARC_FROM_SNI = 5
};

typedef struct demarc_authority {
    /* As it was seen, empty ones included. */
    demarc_text text;
    demarc_authority_source source;
    uint32_t reserved;
} demarc_authority;

/* Who says which scheme a request has. */
typedef uint32_t demarc_claimant;
enum {
    /* A field that a client could have set. */
    DEMARC_BY_CLIENT = 0,
    /* The proxy, of a connection that it terminates itself. */
    DEMARC_BY_PROXY = 1
};

typedef struct demarc_scheme_claim {
    /* http, https, ws or wss, in any case. */
    demarc_text scheme;
    demarc_claimant claimant;
    uint32_t reserved;
} demarc_scheme_claim;

/* Why a request cannot be read, and blocks. */
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
    /* A field that is read came more than once; noted by the module. */
    DEMARC_FAULT_FIELD_REPEATED = 11,
    /* A field that some servers take for one that is read; see demarc_field_compare. */
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
 * The name of a fault, such as "request.authoritiesDiffer". An unknown number has the empty name.
 * Any thread. Returns the length of the name, or DEMARC_INVALID.
 */
ptrdiff_t demarc_fault_name(demarc_fault fault, char *text, size_t capacity);

/* What a module saw of one request: raw bytes, nothing decoded, folded, trimmed or joined. */
typedef struct demarc_request {
    uint32_t size;
    /* The first thing that the module itself found wrong; DEMARC_NO_FAULT. */
    demarc_fault fault;
    /* In the case in which it was sent. */
    demarc_text method;
    /* In origin-form or absolute-form, or the authority of CONNECT. */
    demarc_text target;
    /* Every authority that was seen. */
    const demarc_authority *authorities;
    size_t authority_count;
    /* Whatever anybody says of the scheme. */
    const demarc_scheme_claim *schemes;
    size_t scheme_count;
    /* Whatever the source of accounts says of who asks; an empty one is the same as none. */
    const demarc_text *accounts;
    size_t account_count;
    /* Sec-Fetch-Dest; not given where there is no such field. */
    demarc_text fetch_destination;
    /* Upgrade, or :protocol of an extended CONNECT; not given where there is neither. */
    demarc_text upgrade;
} demarc_request;

/* Where the scheme comes from. */
enum {
    /* The proxy's claim. Where there is none, or a client could have made it, both schemes are decided. */
    DEMARC_SCHEME_CLAIMED = 0,
    /* Every request is https. */
    DEMARC_SCHEME_HTTPS = 1,
    /* Every request is http. */
    DEMARC_SCHEME_HTTP = 2
};

/* Who asks, where nothing says so. */
enum {
    DEMARC_ABSENT_BLOCKS = 0,
    /* The strictest policy, with the rules of the view. */
    DEMARC_ABSENT_LOCKS_DOWN = 1,
    /* The account of `absent_account`. */
    DEMARC_ABSENT_IS_ACCOUNT = 2
};

/* How the requests of one proxy are read, and for which view. Zero everywhere trusts nothing that a client writes. */
typedef struct demarc_binding {
    uint32_t size;
    /* DEMARC_SCHEME_CLAIMED and the like. */
    uint32_t scheme;
    /* DEMARC_ABSENT_BLOCKS and the like. */
    uint32_t absent;
    /* 1 where the server name of the handshake must be the host of ordinary requests too; it always holds for
     * tunnels. */
    uint32_t compares_sni;
    /* 1 where what is in a tunnel is asked about again; else what a path could change blocks. */
    uint32_t inspects_tunnels;
    /* 1 where Sec-Fetch-Dest is believed: only for clients that are browsers which nobody scripts. */
    uint32_t believes_fetch_destination;
    /* 1 where the proxy provably sends on what the URL Standard reads; else every known reading of a path is
     * decided. */
    uint32_t proxy_normalizes;
    uint32_t reserved;
    /* The name of a web view of the policy. */
    demarc_text view;
    /* Of DEMARC_ABSENT_IS_ACCOUNT. */
    demarc_text absent_account;
    /* Who always asks; not given where requests say so. A claim beside it is a fault. */
    demarc_text fixed_account;
} demarc_binding;

/* Which question a request was. */
enum { DEMARC_REQUEST_NAVIGATE = 0, DEMARC_REQUEST_CONNECTION = 1 };

/* What became of one request. */
typedef struct demarc_request_answer {
    uint32_t size;
    demarc_verdict verdict;
    demarc_destination destination;
    demarc_url_class url_class;
    demarc_page page;
    /* Why the request could not be read; there are no reasons then. */
    demarc_fault fault;
    /* DEMARC_REQUEST_NAVIGATE or DEMARC_REQUEST_CONNECTION. */
    uint32_t kind;
    demarc_frame frame;
    /* How many reasons there are; more than DEMARC_REASON_LIMIT are counted and not listed. */
    uint32_t reason_count;
    uint32_t reserved;
    uint16_t reasons[DEMARC_REASON_LIMIT];
    /* The library's own. */
    uint64_t serial;
} demarc_request_answer;

/*
 * Reads a request and decides on it. `*answer` is cleared first, so that it blocks.
 *
 * Give an evaluator few different bindings: it keeps what it knows of the last few, compared by their contents.
 *
 * The status is DEMARC_OK whenever there is an answer, a request that cannot be read included: that one has a fault.
 * DEMARC_HANDLE, DEMARC_BUSY; DEMARC_INVALID and DEMARC_UNSUPPORTED for an argument. One thread at a time.
 */
demarc_status demarc_request_read(
    demarc_evaluator *evaluator, const demarc_binding *binding, const demarc_request *request,
    demarc_request_answer *answer, demarc_error *error);

/* What demarc_request_text is asked for. Each is empty where there is nothing of the kind. */
enum {
    /* What is to be opened instead, for DEMARC_ROUTE. */
    DEMARC_REQUEST_ROUTE = 0,
    /* The codes of the reasons, or that of the fault, with commas between them. */
    DEMARC_REQUEST_REASONS = 1,
    /* The id of the rule that decided. */
    DEMARC_REQUEST_RULE = 2,
    /* The name of that rule's set. */
    DEMARC_REQUEST_RULE_SET = 3,
    /* What the author of that rule says of it. */
    DEMARC_REQUEST_BECAUSE = 4,
    /* The URL as it was decided, or https://host:port/ of a tunnel. */
    DEMARC_REQUEST_URL = 5,
    /* The URL as another server reads it, where that one is decided differently. */
    DEMARC_REQUEST_OTHER_URL = 6,
    /* The account that the request was decided for. */
    DEMARC_REQUEST_ACCOUNT = 7,
    /* A sentence for people. */
    DEMARC_REQUEST_MESSAGE = 8,
    /* The policy that decided: its revision, a dash, and the first 16 digits of its digest. */
    DEMARC_REQUEST_POLICY = 9,
    /* The revision of that policy. */
    DEMARC_REQUEST_REVISION = 10,
    /* The digest of that policy: 64 hexadecimal digits. */
    DEMARC_REQUEST_DIGEST = 11,
    /* The answers of verdict, destination, class and page as words: "block", "managedBrowser", "external",
     * "unmanaged". */
    DEMARC_REQUEST_VERDICT = 12,
    DEMARC_REQUEST_DESTINATION = 13,
    DEMARC_REQUEST_CLASS = 14,
    DEMARC_REQUEST_PAGE = 15
};

/*
 * A text about the last request that the evaluator read; DEMARC_STALE where `answer` is that of another one.
 * Texts may hold any character but controls and are not escaped for headers or HTML.
 * Returns the length of the text, or a status. One thread at a time.
 */
ptrdiff_t demarc_request_text(
    demarc_evaluator *evaluator, const demarc_request_answer *answer, uint32_t what, char *text, size_t capacity,
    demarc_error *error);

/* How the name of a field stands to the name of one that is read. */
enum {
    DEMARC_FIELD_OTHER = 0,
    /* They are the same, in whatever case. */
    DEMARC_FIELD_SAME = 1,
    /* Some servers take one for the other, as X_Demarc_Account for X-Demarc-Account: note DEMARC_FAULT_FIELD_ALIAS. */
    DEMARC_FIELD_ALIAS = 2
};

/*
 * Compares the name of a field of a request with the name of one that the module reads. `consumed` is in lower case,
 * with "-" between its words. Any thread. Returns DEMARC_FIELD_OTHER, DEMARC_FIELD_SAME or DEMARC_FIELD_ALIAS, or
 * DEMARC_INVALID.
 */
int32_t demarc_field_compare(
    const uint8_t *field, size_t field_length, const uint8_t *consumed, size_t consumed_length);

#ifdef __cplusplus
}
#endif

#endif
