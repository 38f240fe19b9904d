import { css } from 'linaria'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import { navigationMenu } from '#src/theme/media-queries.ts'
import { duration, size } from '#src/theme/tokens.ts'

interface MenuButtonProps {
  /** The id of the popover that the button toggles. */
  readonly controls: string
  readonly isOpen: boolean
  readonly name: string
}

/** Toggles the menu. The icon changes from three lines to a cross by CSS, so that it works without JavaScript. */
export function MenuButton({ controls, isOpen, name }: MenuButtonProps) {
  return (
    <button className={button} type="button" popoverTarget={controls} aria-controls={controls} aria-expanded={isOpen}>
      <svg className={icon} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M0 3h24" />
        <path d="M0 12h24" />
        <path d="M0 21h24" />
      </svg>
      <span className={visuallyHidden}>{name}</span>
    </button>
  )
}

/** px; aligns the icon, not the touch target, with the container's edge. */
const OVERHANG = 10

/** px that the button takes in the bar. */
export const MENU_BUTTON_WIDTH = size.touchTarget - OVERHANG

const button = css`
  flex: none;
  display: none;
  place-items: center;
  inline-size: ${size.touchTarget}px;
  block-size: ${size.touchTarget}px;
  margin-inline-end: -${OVERHANG}px;

  ${navigationMenu} {
    display: grid;
  }
`

const icon = css`
  inline-size: 24px;
  block-size: 24px;
  stroke: currentColor;
  stroke-width: 2;
  overflow: visible;

  path {
    transform-box: fill-box;
    transform-origin: center;
    transition:
      transform ${duration.menu}ms,
      opacity ${duration.menu}ms;
  }

  :has(> :popover-open) & path:nth-child(1) {
    transform: translateY(9px) rotate(45deg);
  }

  :has(> :popover-open) & path:nth-child(2) {
    opacity: 0;
  }

  :has(> :popover-open) & path:nth-child(3) {
    transform: translateY(-9px) rotate(-45deg);
  }
`
