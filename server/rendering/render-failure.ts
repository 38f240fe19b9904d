/** A part whose content could not be read from the CMS. Its existing file stays, a missing one uses the seed. */
export interface RenderFailure {
  /** The path of a page, or the name of another part. */
  readonly what: string
  readonly reason: string
}
