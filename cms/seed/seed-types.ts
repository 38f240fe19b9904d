import type { Model } from '#cms/model/model.gen.ts'

/** An asset: a file of public/media and its metadata. */
export interface SeedAsset {
  /** At most 64 of a–z, A–Z, 0–9, `-`, `_`, `.`, as Contentful requires. */
  readonly id: string
  /** The path below public/media, for example `gallery/001-station-low-valves.jpg`. */
  readonly file: string
  /** The title in the media library. */
  readonly title: string
  /** The file name in the space, if an editor uploaded the file and the name is not that of asset-file-name.ts. */
  readonly originalName?: string
}

/** An entry. A link is the id of an entry or asset. */
export interface SeedEntry {
  readonly id: string
  readonly type: keyof Model
  /** A missing optional field equals `null`. */
  readonly fields: Readonly<Record<string, SeedValue>>
}

export type SeedValue = string | number | boolean | null | readonly string[]

/** All content of the site. Link targets come before the entries that link to them, so that they are published first. */
export interface Seed {
  readonly assets: readonly SeedAsset[]
  readonly entries: readonly SeedEntry[]
}
