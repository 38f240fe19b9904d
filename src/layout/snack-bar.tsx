import { css } from 'linaria'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { settings } from '#src/settings.ts'
import { forcedColors, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, inkAlpha, size, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { useSnackBar, useSnackBarMessage } from './snack-bar-provider.tsx'

/**
 * One message at the bottom of the screen (requirements §4). Its live regions are always there, so that what comes into them is
 * announced: a success when there is a pause, an error at once. It leaves by itself, but not while somebody points at
 * it, has the focus in it, or looks at another tab.
 */
export function SnackBar() {
  const snack = useSnackBarMessage()
  const { dismiss } = useSnackBar()
  const bar = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [left, setLeft] = useState<typeof snack>()
  const isLeaving = snack !== undefined && left === snack
  const close = useCallback(() => setLeft(snack), [snack])

  usePausableTimer(snack, { duration: settings.toast.duration, isPaused: isPointedAt || isFocused, onEnd: close })

  useEffect(() => {
    if (snack && bar.current) scrollIntoViewIfCovered(document.activeElement, bar.current)
  }, [snack])

  useEffect(() => {
    if (!isLeaving) return
    const exit = setTimeout(() => {
      // The button goes, and with it the focus: back to where that came from.
      if (isFocused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
      setFocused(false)
      setPointedAt(false)
      dismiss(snack)
    }, duration.toastExit)
    return () => clearTimeout(exit)
  }, [isLeaving, isFocused, snack, dismiss])

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    cameFrom.current = relatedTarget
    setFocused(true)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
  const words = snack && (
    <span key={snack.sequence} className={message}>
      {snack.message}
    </span>
  )
  return (
    <div
      ref={bar}
      className={place}
      data-snack-bar=""
      data-kind={snack?.kind}
      data-state={isLeaving ? 'leaving' : 'open'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      <div role="status">{snack?.kind === 'success' && words}</div>
      <div role="alert">{snack?.kind === 'error' && words}</div>
      {snack && (
        <button
          className={action}
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

const place = css`
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
  font-size: 16px;
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

  /* What the keyboard goes to does not stop below it. */
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

const action = css`
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

/** Scrolls a control that has the focus out from under what has come over it. */
function scrollIntoViewIfCovered(focused: Element | null, cover: Element): void {
  if (!focused?.matches('a, button, input, textarea, summary')) return
  const below = focused.getBoundingClientRect()
  const above = cover.getBoundingClientRect()
  const isCovered =
    below.bottom > above.top && below.top < above.bottom && below.right > above.left && below.left < above.right
  if (isCovered) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

interface CountdownOptions {
  /** ms */
  readonly duration: number
  readonly isPaused: boolean
  readonly onEnd: () => void
}

/** Counts down for each new thing; not while it is held, nor while the tab is hidden. */
function usePausableTimer(thing: object | undefined, { duration, isPaused, onEnd }: CountdownOptions) {
  const timer = useMemo(() => thing && createPausableTimer(duration, onEnd), [thing, duration, onEnd])

  useEffect(() => {
    if (!timer) return
    const run = () => (isPaused || document.hidden ? timer.pause() : timer.resume())
    run()
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  }, [timer, isPaused])

  useEffect(() => () => timer?.pause(), [timer])
}

interface Timer {
  /** Stops the clock; what was left stays. */
  readonly pause: () => void
  readonly resume: () => void
}

/** Calls back once, after so many ms of not being paused; more than a browser can count is the most that it can (requirements §9). It stands still at first. */
export function createPausableTimer(duration: number, onEnd: () => void): Timer {
  let left = Math.min(duration, settings.toast.maxTimer)
  let running: { readonly handle: ReturnType<typeof setTimeout>; readonly since: number } | undefined
  return {
    pause: () => {
      if (!running) return
      clearTimeout(running.handle)
      left -= performance.now() - running.since
      running = undefined
    },
    resume: () => {
      running ??= { handle: setTimeout(onEnd, left), since: performance.now() }
    },
  }
}
