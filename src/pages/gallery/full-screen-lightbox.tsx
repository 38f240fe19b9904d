import zoomPlugin from 'yet-another-react-lightbox/plugins/zoom'
import { duration } from '#src/theme/tokens.ts'
import { Lightbox, type PhotoDialogProps } from './lightbox.tsx'
import { photoStripPlugin } from './photo-strip.tsx'

/** The default photo dialog (requirements §2): the photo fills the screen, with zoom and a strip of all thumbnails. */
export const FullScreenLightbox = (props: PhotoDialogProps) => (
  <Lightbox
    {...props}
    variant="full screen"
    fadeOut={duration.dialogExit}
    settings={{ plugins, zoom, stripLabel: props.texts.allPhotos }}
  />
)

const plugins = [photoStripPlugin, zoomPlugin]

const zoom = { supports: ['photo'], maxZoom: 3 } as const
