import type { PictureOrder } from './move-entries.ts'

/** Pictures that stand together, with a heading if there are several groups. */
export interface PictureGroup {
  readonly title?: string
  readonly ids: string[] // SortableContext does not accept a readonly array
}

/** The title of a group of logos that have no kind yet. */
const NO_TITLE = 'Without a kind'

/** Groups pictures by a title, in the order of the first picture of each group. Without titles, they are one group. */
export function groupPictures(
  order: PictureOrder,
  getTitle: ((id: string) => string) | undefined,
): readonly PictureGroup[] {
  if (!getTitle) return [{ ids: [...order] }]
  return [...Map.groupBy(order, (id) => getTitle(id) || NO_TITLE)].map(([title, ids]) => ({ title, ids }))
}
