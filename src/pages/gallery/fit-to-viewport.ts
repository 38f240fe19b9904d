interface Size {
  readonly width: number
  readonly height: number
}

/** How large a photograph is shown, in px: as the room lets it be, never larger than its file. */
export function fitToViewport(photo: Size, room: Size): Size {
  const scale = Math.min(room.width / photo.width, room.height / photo.height, 1)
  return { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) }
}
