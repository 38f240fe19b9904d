import { css } from 'linaria'
import type { ComponentProps } from 'react'
import { forcedColors, print, shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, size, space } from '#src/theme/tokens.ts'
import { rem } from '#src/theme/typography.ts'
import { buttonStyle } from './button-style.ts'

interface WatchButtonProps extends Pick<ComponentProps<'button'>, 'ref' | 'onClick'> {
  readonly label: string
  /** Whether the dialog is loading. */
  readonly isBusy: boolean
}

/**
 * An amber square that extends under the label on hover (requirements §2). A submit button, so that it works before
 * hydration.
 */
export function WatchButton({ label, isBusy, ...button }: WatchButtonProps) {
  return (
    <button className={root} type="submit" aria-haspopup="dialog" aria-busy={isBusy} {...button}>
      <span className={iconBox}>
        <svg viewBox="0 0 16 18" width="16" height="18" aria-hidden="true">
          <path fill="currentColor" d="M0 0v18l16-9z" />
        </svg>
      </span>
      <span className={text}>{label}</span>
    </button>
  )
}

const root = css`
  ${buttonStyle}
  --side: 64px;
  position: relative;
  isolation: isolate;
  display: flex;
  align-items: center;
  max-inline-size: calc(100% - ${size.touchTarget + space.sm}px); /* leaves space for the video control in the corner */
  margin-block-start: clamp(20px, 3vw, 44px);
  font-size: ${rem(18)};
  text-align: left;

  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 0;
    background: ${color.amber};
    clip-path: inset(0 calc(100% - var(--side)) 0 0);
    transition: clip-path ${duration.hover}ms ${easing};
  }

  &:hover::before,
  &:focus-visible::before,
  &[aria-busy='true']::before {
    clip-path: inset(0);
  }

  ${upToWidth('phone')} {
    --side: 52px;
  }

  ${shortViewport} {
    --side: 52px;
  }

  ${forcedColors} {
    &::before {
      display: none;
    }
  }

  ${print} {
    display: none;
  }
`

const iconBox = css`
  flex: none;
  display: grid;
  place-items: center;
  inline-size: var(--side);
  block-size: var(--side);
  color: ${color.ink};

  [aria-busy='true'] > & {
    animation: wait 400ms ease-in-out infinite alternate;
  }

  @keyframes wait {
    to {
      opacity: 0.2;
    }
  }
`

const text = css`
  padding-inline: 20px ${space.md}px;
  transition: color ${duration.hover}ms;

  button:is(:hover, :focus-visible, [aria-busy='true']) > & {
    color: ${color.ink};
  }
`
