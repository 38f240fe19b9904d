import { useLibrary } from '#cms/photo-desk/space/desk.ts'

export function UploadsView() {
  return <p>{useLibrary().entries.size}</p>
}
