import { useLibrary } from '#cms/photo-desk/space/desk.ts'

export function TextsView() {
  return <p>{useLibrary().entries.size}</p>
}
