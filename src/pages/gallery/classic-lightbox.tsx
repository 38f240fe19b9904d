import { duration } from '#src/theme/tokens.ts'
import { Lightbox, type PhotoDialogProps } from './lightbox.tsx'

/** The older variant (requirements §2): the photograph alone, which fades out in 300 ms. Editors can choose it. */
export const ClassicLightbox = (props: PhotoDialogProps) => (
  <Lightbox {...props} variant="classic" fadeOut={duration.lightboxFade} settings={{ carousel: { padding: '6%' } }} />
)
