import { useLibrary } from '#cms/photo-desk/space/desk.ts'

export function OrderView() {
  return <p>{useLibrary().entries.size}</p>
}
