/**
 * Formats the codes of an error for the log: `ESOCKET`, `EENVELOPE 550 RCPT TO`, `ENOSPC`. Messages are left out, because
 * those of mail servers and databases may quote text of a visitor. `errstr` is SQLite's fixed text for its result code.
 */
export function formatErrorCodes(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = ['code', 'errstr', 'responseCode', 'command'].map((name) => Reflect.get(error, name))
  return codes.filter((code) => CODE.test(String(code ?? ''))).join(' ') || error.name
}

const CODE = /^[\w ]{1,40}$/
