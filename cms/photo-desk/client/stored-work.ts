import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureType } from './picture-type.ts'
import type { EntryValues } from './space-pictures.ts'

/** The steps of an upload, in their order. `listing` cannot be undone. */
export type UploadStep = 'converting' | 'comparing' | 'uploading' | 'processing' | 'saving' | 'listing'

/** How the editor decides about a duplicate. `replace`: the file of an existing picture is replaced. */
export type DuplicateDecision = 'skip' | 'replace' | 'add'

/** The picture that a file duplicates, or that looks like it. */
export interface Duplicate {
  /** The entry in the space; `undefined` if the other file is in the queue. */
  readonly entryId?: string
  /** The other file in the queue. */
  readonly uploadId?: string
  /** Whether it has the same file, so that nothing is lost if the file is skipped. */
  readonly isEqual?: boolean
  /** What and where it is, for example `it looks like the photograph at position 3 of the gallery`. */
  readonly reason: string
}

/** The file that is sent, and what is compared of it. */
export interface PreparedFile {
  /** The first hex digits of the SHA-256 of the original file. */
  readonly hash: string
  readonly perceptualHash: PerceptualHash
  /** The base name of the original file with the extension of the converted one. */
  readonly fileName: string
  readonly contentType: string
}

/** The entry and asset that an upload writes. */
export interface UploadTarget {
  readonly entryId: string
  readonly assetId: string
  /** Whether the asset is new. A replaced file gets a new one if other entries show the asset of its entry too. */
  readonly isNewAsset: boolean
}

/** A file that is being added: all that is known about it. The browser's database keeps it, to continue after a reload. */
export interface UploadRecord {
  /** Also the key of its picture, from the moment the file is chosen until the page is closed. */
  readonly id: string
  readonly type: PictureType['type']
  /** The place in the queue. */
  readonly order: number
  /** The name of the file on the editor's computer. */
  readonly fileName: string
  /** bytes, of the original file */
  readonly fileSize: number
  /** The entry of the picture whose file is replaced; `undefined` for a new picture. */
  readonly replacedEntryId?: string | undefined
  readonly duplicate?: Duplicate | undefined
  readonly decision?: Exclude<DuplicateDecision, 'skip'> | undefined
  /** About 320 px wide. */
  readonly thumbnail?: Blob | undefined
  readonly prepared?: PreparedFile | undefined
  readonly target?: UploadTarget | undefined
  readonly hasAsset?: boolean
  /** What the editor should know about the picture: sentences without their start, which is the file's name. */
  readonly notes?: readonly string[] | undefined
  /** The step in work; `undefined` while there is none. */
  readonly step?: UploadStep | undefined
  /** Why it has stopped. `message`: what is wrong and what to do. If it is final, it continues the name of the file. */
  readonly problem?: { readonly message: string; readonly isFinal: boolean } | undefined
  readonly isDone?: boolean | undefined
  /** Whether the editor has hidden the finished upload. */
  readonly isHidden?: boolean | undefined
  /** The thumbnail as an object URL. */
  readonly thumbnailUrl?: string | undefined
}

/** Changed fields of a picture that are not saved in its entry yet. */
export interface EntryEdit {
  /** The name of the picture, which is shown when it is not in the list any more. */
  readonly name?: string | undefined
  readonly values: EntryValues
  /** The values that the entry had when the editor changed them. */
  readonly before: EntryValues
  /** Values of a save whose response is not known: it may have taken effect, and is no change of somebody else. */
  readonly sent?: EntryValues
  /** `pending`: saved soon, or when the entry exists. `removed`: the picture is not added, and its values stay. */
  readonly status: 'pending' | 'saving' | 'failed' | 'conflict' | 'removed'
  /** Why they are not saved: a sentence. */
  readonly error?: string | undefined
  /** Other values that are saved meanwhile, of fields that are in `values` too. */
  readonly theirs?: EntryValues
  /** Whether the same editor has saved `theirs`, in another tab or browser. */
  readonly isTheirsOwn?: boolean
  /** The key of the picture, or the id of the entry, that a picture with the status `removed` duplicates. */
  readonly duplicateKey?: string | undefined
}

/** An entry that the editor has deselected under Publish. */
export interface DeselectedEntry {
  readonly id: string
  /** The ids of the list that a page has then; `undefined` for a picture. */
  readonly list?: string | undefined
}

/** What the browser's database keeps of an unsaved order. */
export interface StoredOrder {
  /** The order of the page in Contentful that the editor has started from. */
  readonly base: readonly string[]
  readonly order: readonly string[]
}
