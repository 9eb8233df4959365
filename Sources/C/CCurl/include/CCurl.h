#pragma once

#include <curl/curl.h>

// The variadic functions of libcurl, which Swift cannot call: one shim for each type of argument.

typedef size_t (*curl_receiver)(char *bytes, size_t size, size_t count, void *context);

CURLcode curl_set_number(CURL *handle, CURLoption option, long number);
CURLcode curl_set_protocols(CURL *handle);
CURLcode curl_set_text(CURL *handle, CURLoption option, const char *text);
CURLcode curl_set_address(CURL *handle, CURLoption option, const void *address);
CURLcode curl_set_receiver(CURL *handle, CURLoption option, curl_receiver receiver);
CURLSHcode curl_share(CURLSH *share, curl_lock_data what);
CURLcode curl_get_number(CURL *handle, CURLINFO information, long *number);
