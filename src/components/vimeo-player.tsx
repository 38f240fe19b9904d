import { css } from 'linaria'
import { useEffect, useRef, useState } from 'react'
import { color, size, space } from '#src/theme/tokens.ts'
import { rem } from '#src/theme/typography.ts'
import { ExternalLink } from './external-link.tsx'
import { Spinner } from './spinner.tsx'

export interface VimeoPlayerTexts {
  /** Shown if the player does not respond. */
  readonly videoFailed: string
  /** Label of the link to the video's page on Vimeo. */
  readonly watchOnVimeo: string
  readonly newTab: string
}

interface VimeoPlayerProps {
  readonly vimeoId: string
  readonly title: string
  readonly texts: VimeoPlayerTexts
  /** Called when the player responds, before the message with its link is removed. */
  readonly onReady: () => void
}

/**
 * Vimeo's player, which fills its parent. Until the player responds, it is covered and inert. If it does not respond in
 * time, a message links to the video's page on Vimeo. The player keeps loading, and replaces the message if it responds
 * later.
 */
export function VimeoPlayer({ vimeoId, title, texts, onReady }: VimeoPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [status, setStatus] = useState<'loading' | 'failed' | 'ready'>('loading')

  useEffect(() => {
    const timer = setTimeout(() => setStatus('failed'), RESPONSE_TIMEOUT_MS)
    const onMessage = ({ origin, source }: MessageEvent) => {
      if (origin !== PLAYER_ORIGIN || source !== frame.current?.contentWindow) return
      stopWaiting()
      onReady()
      setStatus('ready')
    }
    const stopWaiting = () => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
    }
    addEventListener('message', onMessage)
    return stopWaiting
  }, [onReady])

  return (
    <>
      <iframe
        ref={frame}
        className={player}
        src={`${PLAYER_ORIGIN}/video/${vimeoId}?dnt=1&autoplay=1`}
        title={title}
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        inert={status !== 'ready'}
      />
      {status !== 'ready' && (
        <div className={cover} role="status">
          {status === 'loading' ? (
            <Spinner />
          ) : (
            <>
              <p>{texts.videoFailed}</p>
              <ExternalLink className={link} href={`https://vimeo.com/${vimeoId}`} newTabLabel={texts.newTab}>
                {texts.watchOnVimeo}
              </ExternalLink>
            </>
          )}
        </div>
      )}
    </>
  )
}

/**
 * The player reports to its parent with `postMessage` that it is ready, as Vimeo's library @vimeo/player expects. The
 * `load` event of the frame says nothing: browsers also dispatch it for their error pages.
 */
const PLAYER_ORIGIN = 'https://player.vimeo.com'

/** The message appears within 5 s of the click, including the time to load the dialog. */
const RESPONSE_TIMEOUT_MS = 4_000

const player = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  border: 0;
`

const cover = css`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  place-items: center;
  gap: ${space.xs}px;
  padding: ${space.sm}px;
  background: ${color.videoBackground};
  font-size: ${rem(19)};
  text-align: center;
`

const link = css`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  padding-inline: ${space.xs}px;
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 5px;

  &:hover {
    color: ${color.amber};
  }
`
