import { css } from 'linaria'
import { type MouseEvent, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { color, duration, easing, size, space } from '#src/theme/tokens.ts'
import { Icon } from './icon.tsx'
import { VimeoPlayer, type VimeoPlayerTexts } from './vimeo-player.tsx'
import { visuallyHidden } from './visually-hidden.ts'

interface VideoDialogProps {
  readonly vimeoId: string
  readonly title: string
  readonly texts: VimeoPlayerTexts & { readonly close: string }
  /** Called after the exit animation. */
  readonly onClosed: () => void
}

/**
 * A Vimeo video in a modal dialog. Escape, the close button and a click outside the video close it (requirements §2,
 * §4).
 */
export function VideoDialog({ vimeoId, title, texts, onClosed }: VideoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeButtonRef = useRef<HTMLButtonElement>(null)
  const [isClosing, setClosing] = useState(false)
  const close = () => setClosing(true)

  useEffect(() => {
    const unlockScroll = lockScroll()
    dialog.current?.showModal()
    return unlockScroll
  }, [])

  useEffect(() => {
    if (!isClosing) return
    const timer = setTimeout(() => dialog.current?.close(), duration.dialogExit)
    return () => clearTimeout(timer)
  }, [isClosing])

  // A click in the player takes the focus, and with it Escape, out of the page. Tab leaves it to the player's own keys.
  const wasTabPressed = useRef(false)
  useEffect(() => {
    const returnFocus = () =>
      setTimeout(() => {
        if (document.activeElement instanceof HTMLIFrameElement && !wasTabPressed.current) dialog.current?.focus()
      })
    addEventListener('blur', returnFocus)
    return () => removeEventListener('blur', returnFocus)
  }, [])

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault() // otherwise the browser closes it without the exit animation
    close()
  }
  const onClick = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close()
  }

  // The player replaces its message: a focused link in it would take the focus out of the dialog.
  const keepFocus = useCallback(() => {
    if (document.activeElement instanceof HTMLAnchorElement) closeButtonRef.current?.focus()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={root}
      data-state={isClosing ? 'closing' : 'open'}
      aria-label={title}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={onClick}
      tabIndex={-1}
      onFocus={() => {
        wasTabPressed.current = false
      }}
      onKeyDown={({ key }) => {
        wasTabPressed.current = key === 'Tab'
      }}
    >
      <div className={frame}>
        <button ref={closeButtonRef} className={closeButton} type="button" onClick={close}>
          <Icon name="close" />
          <span className={visuallyHidden}>{texts.close}</span>
        </button>
        <VimeoPlayer vimeoId={vimeoId} title={title} texts={texts} onReady={keepFocus} />
      </div>
    </dialog>
  )
}

/** Fills the screen, so that the dialog receives clicks outside the video. */
const root = css`
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

  &:focus {
    outline: none;
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

/** Limited by the maximum width (requirements §9), the screen's width and, on short screens, its height. */
const frame = css`
  position: relative;
  inline-size: min(${size.videoDialog}px, 100%, (100dvh - 2 * ${size.touchTarget + space.sm}px) * 16 / 9);
  aspect-ratio: 16 / 9;
  background: ${color.videoBackground};
`

const closeButton = css`
  position: absolute;
  inset-block-end: calc(100% + ${space.xs}px);
  inset-inline-end: -13px; /* aligns the icon, not the touch target, with the video's edge */
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
 * Prevents scrolling of the page behind a dialog. A padding replaces the scrollbar to avoid a layout shift;
 * `scrollbar-gutter` would leave a strip that the dialog does not cover. Returns a function that unlocks the page.
 */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const scrollbar = innerWidth - clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`
  return () => {
    style.overflow = ''
    style.paddingInlineEnd = ''
  }
}
