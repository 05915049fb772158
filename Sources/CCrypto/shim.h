// libcrypto's digests. The EVP interface imports as it is; nothing needs a shim.
#include <openssl/evp.h>
