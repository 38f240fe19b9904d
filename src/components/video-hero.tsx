import { css } from 'linaria'
import { phoneMedia, print } from '#src/theme/media-queries.ts'
import { color, duration, inkAlpha, size } from '#src/theme/tokens.ts'
import { Hero, type HeroProps } from './hero.tsx'
import { getPictureAttributes } from './picture.tsx'
import { useHeroVideo } from './use-hero-video.ts'
import { visuallyHidden } from './visually-hidden.ts'

/** A file of a video. */
export interface VideoSource {
  readonly src: string
  /** MIME type with the codecs: browsers skip a file that they cannot play. */
  readonly type: string
}

interface VideoHeroProps extends Omit<HeroProps, 'frame' | 'video' | 'control'> {
  readonly frame: 'screen' | 'page'
  readonly videoFile: string
  /** Smaller files for phones, in order of preference. */
  readonly phoneSources: readonly VideoSource[]
  readonly texts: { readonly pauseVideo: string; readonly playVideo: string; readonly videoUnsupported: string }
}

/**
 * A hero with a background video that starts when the browser is idle, and a button that pauses it (requirements §2,
 * §4).
 */
export function VideoHero({ videoFile, phoneSources, texts, ...hero }: VideoHeroProps) {
  const sources = [...phoneSources.map(({ src }) => src), videoFile]
  const { ref, shouldLoad, isShown, isPlaying, canBeControlled, toggle, onPlaying, onError } = useHeroVideo(sources)
  const video = (
    <video
      ref={ref}
      className={videoClass}
      {...getPictureAttributes({ focalPoint: hero.picture.focalPoint })}
      data-shown={isShown}
      preload="none"
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={onPlaying}
      onError={({ target, currentTarget }) => target === currentTarget && onError()} // React also calls it for the sources
    >
      {shouldLoad && phoneSources.map((source) => <source key={source.src} media={phoneMedia} {...source} />)}
      {/* A failed source has an error event of its own, and the video then none: the last source fails when all have failed. */}
      {shouldLoad && <source src={videoFile} onError={onError} />}
      <span>{texts.videoUnsupported}</span>
    </video>
  )
  const control = canBeControlled && (
    <button className={button} type="button" onClick={toggle}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path fill="currentColor" d={isPlaying ? pauseIconPath : playIconPath} />
      </svg>
      <span className={visuallyHidden}>{isPlaying ? texts.pauseVideo : texts.playVideo}</span>
    </button>
  )
  return <Hero {...hero} video={video} control={control} />
}

const pauseIconPath = 'M2 2h3v12H2zM11 2h3v12h-3z'
const playIconPath = 'M4 2.5v11L13.5 8z'

const videoClass = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
  opacity: 0;
  transition: opacity 600ms;

  &[data-shown='true'] {
    opacity: 1;
  }

  ${print} {
    display: none;
  }
`

const button = css`
  position: relative;
  flex: none;
  display: grid;
  place-items: center;
  inline-size: ${size.touchTarget}px;
  block-size: ${size.touchTarget}px;
  border: 1px solid ${color.boneSoft};
  background: ${inkAlpha(40)};
  transition:
    background-color ${duration.hover}ms,
    color ${duration.hover}ms;

  &:hover {
    background: ${color.bone};
    color: ${color.ink};
  }

  ${print} {
    display: none;
  }
`
