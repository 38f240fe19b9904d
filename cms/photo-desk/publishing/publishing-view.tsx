import { useLibrary } from '#cms/photo-desk/space/desk.ts'

export function PublishingView() {
  return <p>{useLibrary().entries.size}</p>
}
