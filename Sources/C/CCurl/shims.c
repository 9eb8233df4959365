#include "CCurl.h"

CURLcode curl_set_number(CURL *handle, CURLoption option, long number) {
    return (curl_easy_setopt)(handle, option, number);
}

// With the numbers of the libraries before 7.85; no other protocol may be used.
CURLcode curl_set_protocols(CURL *handle) {
    const long protocols = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    return (curl_easy_setopt)(handle, (CURLoption)(CURLOPTTYPE_LONG + 181), protocols);
}

CURLcode curl_set_text(CURL *handle, CURLoption option, const char *text) {
    return (curl_easy_setopt)(handle, option, text);
}

CURLcode curl_set_address(CURL *handle, CURLoption option, const void *address) {
    return (curl_easy_setopt)(handle, option, address);
}

CURLcode curl_set_receiver(CURL *handle, CURLoption option, curl_receiver receiver) {
    return (curl_easy_setopt)(handle, option, receiver);
}

CURLcode curl_get_number(CURL *handle, CURLINFO information, long *number) {
    return (curl_easy_getinfo)(handle, information, number);
}

CURLSHcode curl_share(CURLSH *share, curl_lock_data what) {
    return (curl_share_setopt)(share, CURLSHOPT_SHARE, what);
}
