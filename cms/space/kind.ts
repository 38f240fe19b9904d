/** Brings a thing one step nearer to what is wanted; answers with what the space then holds. */
export interface Step<Held> {
  readonly action: Action
  readonly take: () => Promise<Held>
}

export type Action = 'create' | 'update' | 'process' | 'publish'

/**
 * How one kind of thing comes into a space. A thing is brought in step by step until no next step is left.
 * Each step follows from what the space holds alone: so a run that was killed anywhere is continued by the next.
 */
export interface Kind<Wanted extends { readonly id: string }, Held> {
  readonly name: KindName
  /** What the space holds of these, by id. */
  readonly readMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, Held>>
  readonly read: (id: string) => Promise<Held>
  /** `null` when the space holds, and has published, what is wanted. */
  readonly nextStep: (wanted: Wanted, held: Held | undefined) => Step<Held> | null
  /** What must be there before, as `label` writes it. */
  readonly needs: (wanted: Wanted) => readonly string[]
}

export type KindName = 'content type' | 'editor interface' | 'asset' | 'entry'

/** `entry hero-home`: names a thing in messages, and uniquely in a plan. */
export const label = (kind: KindName, id: string) => `${kind} ${id}`

/** Draft, or changed since it was published (contentful.md, Versions). */
export const needsPublishing = ({ version, publishedVersion }: Published) =>
  publishedVersion === undefined || version > publishedVersion + 1

interface Published {
  readonly version: number
  readonly publishedVersion?: number
}
