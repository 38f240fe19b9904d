import { duration } from '#src/theme/tokens.ts'
import { Lightbox, type PhotoDialogProps } from './lightbox.tsx'

/**
 * The classic photo dialog (requirements §2): one photo without a strip, with a 300 ms fade-out. Editors can select it.
 */
export const ClassicLightbox = (props: PhotoDialogProps) => (
  <Lightbox {...props} variant="classic" fadeOut={duration.lightboxFade} settings={{ carousel: { padding: '6%' } }} />
)
