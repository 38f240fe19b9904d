import type { SeedFields } from '#cms/model/field-definitions.ts'
import type { Model } from '#cms/model/model.ts'

/** A file of public/media, and what the CMS says of it. */
export interface SeedAsset {
  /** Contentful's rule for ids: at most 64 of a–z, A–Z, 0–9, `-`, `_`, `.` */
  readonly id: string
  /** Below public/media: `gallery/001-station-low-valves.jpg` */
  readonly file: string
  /** As editors see it in the media library. */
  readonly title: string
  /** The name under which the space holds this very file, where it is not the one of file-name.ts: an editor uploaded it. */
  readonly originalName?: string
}

/** One entry; a link is the id of an entry or of an asset. */
export interface SeedEntry {
  readonly id: string
  readonly type: keyof Model
  /** An optional field that is left out is empty, as if it were `null`. */
  readonly fields: Readonly<Record<string, SeedValue>>
}

export type SeedValue = string | number | boolean | null | readonly string[]

/** Everything that a space holds after seeding; entries leaf first, so that each link's target is published before it. */
export interface Seed {
  readonly assets: readonly SeedAsset[]
  readonly entries: readonly SeedEntry[]
}

/** The entries of one type as their JSON file holds them, by id. */
export type SeedFile<Type extends keyof Model> = Readonly<Record<string, JsonFields<SeedFields<Model[Type]>>>>

/** Optional fields may be left out. Whether a list is required its type does not tell: cms/seed/validate-seed.ts does. */
type JsonFields<Fields> = {
  readonly [Key in keyof Fields as MayBeMissing<Fields[Key]> extends true ? never : Key]: JsonValue<Fields[Key]>
} & {
  readonly [Key in keyof Fields as MayBeMissing<Fields[Key]> extends true ? Key : never]?: JsonValue<Fields[Key]>
}

type MayBeMissing<Value> = null extends Value ? true : Value extends readonly string[] ? true : false

/** Literal words are plain strings in JSON. */
type JsonValue<Value> = Value extends string | null
  ? string | Extract<Value, null>
  : Value extends readonly string[]
    ? Value | null
    : Value

/** Where the assets stand, as a message names it. */
export const SEED_ASSETS_FILE = 'cms/seed/assets.json'

/** Where the entries of a type stand: `galleryImage` → `cms/seed/entries/gallery-image.json` */
export const getSeedEntriesFile = (type: string) =>
  `cms/seed/entries/${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`
