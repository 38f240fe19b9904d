import { unsupported } from '#cms/local/rest-error.ts'

/** Publishing takes no body; one that names locales or fields would publish a part only. */
export function refusePartial(body: unknown): void {
  if (body !== null && body !== undefined) throw unsupported('publishing single locales: send no body')
}
