/** The content model cannot be shown in GraphQL: a name clash, which Contentful answers with 422. */
export class CollidingNamesError extends Error {
  readonly code: 'COLLIDING_TYPE_NAMES' | 'COLLIDING_FIELD_NAMES'

  constructor(kind: 'TYPE' | 'FIELD', message: string) {
    super(message)
    this.name = 'CollidingNamesError'
    this.code = `COLLIDING_${kind}_NAMES`
  }
}

/** A field that Contentful knows and this stand-in does not, with its name: never a wrong answer. */
export class UnsupportedFieldError extends Error {
  constructor(contentType: string, field: string, what: string) {
    super(`The local Contentful does not know ${what}: field "${field}" of content type "${contentType}"`)
    this.name = 'UnsupportedFieldError'
  }
}
