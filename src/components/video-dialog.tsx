import { css } from 'linaria'
import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { color, duration, easing, size, space } from '#src/theme/tokens.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { visuallyHidden } from './visually-hidden.ts'

interface VideoDialogProps {
  readonly vimeoId: string
  readonly title: string
  readonly closeLabel: string
  /** It has left the screen. */
  readonly onClosed: () => void
}

/** The company film in a modal; Escape, the cross and a click beside the film close it (requirements §2, §4). */
export function VideoDialog({ vimeoId, title, closeLabel, onClosed }: VideoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClosing, setClosing] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const close = () => setClosing(true)

  useEffect(() => {
    const letGo = lockScroll()
    dialog.current?.showModal()
    return letGo
  }, [])

  useEffect(() => {
    if (!isClosing) return
    const exit = setTimeout(() => dialog.current?.close(), duration.dialogExit)
    return () => clearTimeout(exit)
  }, [isClosing])

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault() // the browser would close it without the exit
    close()
  }
  const onClick = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that closes a dialog is Escape, and comes as its cancel event
    <dialog
      ref={dialog}
      className={veil}
      data-state={isClosing ? 'closing' : 'open'}
      aria-label={title}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={onClick}
    >
      <div className={frame}>
        <button className={cross} type="button" onClick={close}>
          <Icon name="close" />
          <span className={visuallyHidden}>{closeLabel}</span>
        </button>
        {!isLoaded && <Spinner />}
        <iframe
          className={film}
          src={`https://player.vimeo.com/video/${vimeoId}?dnt=1&autoplay=1`}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          onLoad={() => setLoaded(true)}
        />
      </div>
    </dialog>
  )
}

/** Fills the screen, so that a click beside the film is a click on it. What darkens the page is the backdrop. */
const veil = css`
  inline-size: 100%;
  max-inline-size: none;
  block-size: 100%;
  max-block-size: none;
  margin: 0;
  border: 0;
  padding: ${space.sm}px;
  background: none;
  color: ${color.bone};

  &,
  &::backdrop {
    animation: enter ${duration.dialogEnter}ms ${easing};
  }

  &[open] {
    display: grid;
    place-items: center;
  }

  &::backdrop {
    background: ${color.backdrop};
  }

  &[data-state='closing'],
  &[data-state='closing']::backdrop {
    animation: leave ${duration.dialogExit}ms ease-in forwards;
  }

  @keyframes enter {
    from {
      opacity: 0;
    }
  }

  @keyframes leave {
    to {
      opacity: 0;
    }
  }
`

/** As wide as the screen, the specification (§9) and, on a low screen, its height let it be. */
const frame = css`
  position: relative;
  display: grid;
  place-items: center;
  inline-size: min(${size.videoDialog}px, 100%, (100dvh - 2 * ${size.touchTarget + space.sm}px) * 16 / 9);
  aspect-ratio: 16 / 9;
  background: ${color.videoBackground};
`

const film = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  border: 0;
`

const cross = css`
  position: absolute;
  inset-block-end: calc(100% + ${space.xs}px);
  inset-inline-end: -13px; /* the cross, not the target, ends where the film does */
  display: grid;
  place-items: center;
  inline-size: ${size.touchTarget}px;
  block-size: ${size.touchTarget}px;
  font-size: 22px;
  transition: color ${duration.hover}ms;

  &:hover {
    color: ${color.amber};
  }
`

/**
 * Keeps the page from scrolling below a dialog, and from shifting where its scrollbar was. The room is a padding, and no
 * gutter kept for the scrollbar: a dialog would not cover that. Answers how to let go.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const scrollbar = innerWidth - clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`
  return () => {
    style.overflow = ''
    style.paddingInlineEnd = ''
  }
}
