import { css } from 'linaria'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { settings } from '#src/settings.ts'
import { forcedColors, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, inkAlpha, size, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'
import { useSnackBar } from './snack-bar-provider.tsx'

/**
 * Shows one message at the bottom of the screen (requirements §4) and announces it to screen readers: a success
 * politely, an error assertively. The live regions are always rendered, because an inserted region is not announced.
 * The message closes after a timeout, which pauses while the snack bar is hovered or focused, or the tab is hidden. A
 * persistent message has no timeout.
 */
export function SnackBar() {
  const { message: snack, dismiss } = useSnackBar()
  const bar = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<EventTarget>(null)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [closed, setClosed] = useState<typeof snack>()
  const isClosing = snack !== undefined && closed === snack
  const close = useCallback(() => setClosed(snack), [snack])

  const timed = snack?.isPersistent ? undefined : snack
  usePausableTimer(timed, { duration: settings.toast.duration, isPaused: isHovered || isFocused, onEnd: close })

  useEffect(() => {
    if (snack && bar.current) scrollIntoViewIfCovered(document.activeElement, bar.current)
  }, [snack])

  useEffect(() => {
    if (!isClosing) return
    const timer = setTimeout(() => dismiss(snack), duration.toastExit)
    return () => clearTimeout(timer)
  }, [isClosing, snack, dismiss])

  useEffect(() => {
    if (snack) return
    // The focused button has been removed: return the focus to the previous element.
    if (isFocused && previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
    setFocused(false)
    setHovered(false)
  }, [isFocused, snack])

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    previousFocus.current = relatedTarget
    setFocused(true)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
  const messageText = snack && (
    <span key={snack.sequence} className={message}>
      {snack.message}
    </span>
  )
  return (
    <div
      ref={bar}
      className={root}
      data-snack-bar=""
      data-kind={snack?.kind}
      data-state={isClosing ? 'leaving' : 'open'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div role="status">{snack?.kind === 'success' && messageText}</div>
      <div role="alert">{snack?.kind === 'error' && messageText}</div>
      {snack && (
        <button
          className={closeButton}
          type="button"
          onClick={close}
          onFocus={onFocus}
          onBlur={() => setFocused(false)}
          onKeyDown={onKeyDown}
        >
          {snack.closeLabel}
        </button>
      )}
    </div>
  )
}

const root = css`
  position: fixed;
  z-index: ${zIndex.snackBar};
  inset-block-end: calc(${2 * space.sm}px + env(safe-area-inset-bottom));
  inset-inline: ${space.sm}px;
  display: flex;
  align-items: center;
  inline-size: fit-content;
  max-inline-size: min(600px, 100% - ${2 * space.sm}px);
  margin-inline: auto;
  color: ${color.bone};
  font-size: ${rem(16)};
  line-height: 1.4;

  &[data-kind] {
    padding: ${space.xs}px ${space.xs}px ${space.xs}px ${space.md}px;
    box-shadow: 0 6px 24px ${inkAlpha(35)};
    animation: arrive ${duration.toastEnter}ms ${easing};
  }

  &[data-kind='success'] {
    background: ${color.success};
  }

  &[data-kind='error'] {
    background: ${color.clay};
  }

  &[data-state='leaving'] {
    opacity: 0;
    transition: opacity ${duration.toastExit}ms;
  }

  @keyframes arrive {
    from {
      opacity: 0;
      transform: translateY(${space.sm}px);
    }
  }

  ${upToWidth('phone')} {
    &[data-kind] {
      inline-size: auto;
    }
  }

  ${forcedColors} {
    &[data-kind] {
      border: 2px solid;
    }
  }

  ${print} {
    display: none;
  }

  /* Keeps focused elements from being covered by the snack bar. */
  :global() {
    :root:has([data-snack-bar][data-kind]) {
      scroll-padding-block-end: ${2 * size.touchTarget + space.lg}px;
    }
  }
`

const message = css`
  display: block;
  margin-inline-end: ${space.sm}px;
  animation: appear ${duration.toastEnter}ms;

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`

const closeButton = css`
  ${labelStyle}
  flex: none;
  min-inline-size: ${size.touchTarget}px;
  min-block-size: ${size.touchTarget}px;
  margin-inline-start: auto;
  padding-inline: ${space.sm}px;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 5px;
  }
`

/** Scrolls the focused control into view if `cover` overlaps it. */
function scrollIntoViewIfCovered(focused: Element | null, cover: Element): void {
  if (!focused?.matches('a, button, input, textarea, summary')) return
  const a = focused.getBoundingClientRect()
  const b = cover.getBoundingClientRect()
  const isCovered = a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right
  if (isCovered) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

interface TimerOptions {
  /** ms */
  readonly duration: number
  readonly isPaused: boolean
  readonly onEnd: () => void
}

/** Starts a timer for each new `key` object. It pauses while `isPaused` is true or the tab is hidden. */
function usePausableTimer(key: object | undefined, { duration, isPaused, onEnd }: TimerOptions) {
  const timer = useMemo(() => key && createPausableTimer(duration, onEnd), [key, duration, onEnd])

  useEffect(() => {
    if (!timer) return
    const update = () => (isPaused || document.hidden ? timer.pause() : timer.resume())
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [timer, isPaused])

  useEffect(() => () => timer?.pause(), [timer])
}

/**
 * Creates a paused timer that calls `onEnd` once, after `duration` ms without pauses. The duration is limited to the
 * maximum of `setTimeout` (requirements §9).
 */
export function createPausableTimer(duration: number, onEnd: () => void) {
  let remaining = Math.min(duration, settings.toast.maxTimer)
  let running: { readonly handle: ReturnType<typeof setTimeout>; readonly startedAt: number } | undefined
  return {
    /** Stops the timer and keeps the remaining time. */
    pause: () => {
      if (!running) return
      clearTimeout(running.handle)
      remaining -= performance.now() - running.startedAt
      running = undefined
    },
    resume: () => {
      running ??= { handle: setTimeout(onEnd, remaining), startedAt: performance.now() }
    },
  }
}
