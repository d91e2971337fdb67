/**
 * A certificate for `localhost` and `hooks.test` that no authority has signed, with its key: for receivers of tests, and
 * of no use to anybody else. Good until 2126. Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1
 * -days 36500 -nodes -addext subjectAltName=DNS:localhost,DNS:hooks.test,IP:127.0.0.1`.
 */
export const SELF_SIGNED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUCimKiYpH6ED5X+EhJ8n1zsVdW3IwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPd2hldHN0b25lIHRlc3RzMCAXDTI2MTEyMzE3MDY0N1oYDzIx
MjYxMDMwMTcwNjQ3WjAaMRgwFgYDVQQDDA93aGV0c3RvbmUgdGVzdHMwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASoZWeIAZwnDWazehXT+069UbL6uavcRvQnbcEL
i6vP1JUm/Y8M5u1232l0XbDYn93MkfG3lU33ffyz1BXbCgtMo3sweTAdBgNVHQ4E
FgQUTUzY2USqfbiPG3g262jQk3RzCfEwHwYDVR0jBBgwFoAUTUzY2USqfbiPG3g2
62jQk3RzCfEwDwYDVR0TAQH/BAUwAwEB/zAmBgNVHREEHzAdgglsb2NhbGhvc3SC
Cmhvb2tzLnRlc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgVsChJEkImU9N86Hy
4/rBdfdUt1pqEtcsyFqGMZZ55w4CIQDj4FpXdjzsfAmI4Z6XE4vz+aYsGD7ea14L
reZs1nsCTQ==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwXSjamy9m6EpuF1e
BNAsRXoCoz1zzO5du5FZsdAyW2KhRANCAASoZWeIAZwnDWazehXT+069UbL6uavc
RvQnbcELi6vP1JUm/Y8M5u1232l0XbDYn93MkfG3lU33ffyz1BXbCgtM
-----END PRIVATE KEY-----
`,
};
