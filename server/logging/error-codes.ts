/**
 * Why something failed, in codes alone: ESOCKET, EENVELOPE 550 RCPT TO, ENOSPC. The words of a mail server or a database may
 * repeat what a visitor wrote. `errstr` is SQLite's fixed text for its result code.
 */
export function formatErrorCodes(problem: unknown): string {
  if (!(problem instanceof Error)) return 'unknown'
  const codes = ['code', 'errstr', 'responseCode', 'command'].map((name) => Reflect.get(problem, name))
  return codes.filter((code) => CODE.test(String(code ?? ''))).join(' ') || problem.name
}

const CODE = /^[\w ]{1,40}$/
