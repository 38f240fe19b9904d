import { css } from 'linaria'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { InterfaceTexts, NavigationItem } from '#src/content/site.ts'
import { forcedColors, navigationMenu, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, gutter, size } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'
import { MENU_BUTTON_WIDTH, MenuButton } from './menu-button.tsx'
import { NavigationLink } from './navigation-link.tsx'

interface NavigationMenuProps {
  readonly items: readonly NavigationItem[]
  readonly texts: InterfaceTexts
}

/**
 * The navigation items in a row or, up to 900 px and where the row has no room, in a menu (requirements §2). CSS decides
 * which: an invisible row takes the width of the names, and the list asks the element beside it, its container, whether
 * any width is left. The list is a popover: the browser handles opening, Escape and taps outside, also before hydration.
 */
export function NavigationMenu({ items, texts }: NavigationMenuProps) {
  const spaceRef = useRef<HTMLDivElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => listRef.current?.hidePopover()

  // The popover may have been opened before hydration.
  useEffect(() => setOpen(listRef.current?.matches(':popover-open') ?? false), [])

  // Closes the menu when the focus leaves it: it would cover the focused element.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  // Closes the menu when it becomes a row.
  useEffect(() => {
    if (!isOpen || !spaceRef.current) return
    const observer = new ResizeObserver(([space]) => {
      if (space && space.contentRect.width > 0) close()
    })
    observer.observe(spaceRef.current)
    return () => observer.disconnect()
  })

  return (
    <nav className={root} aria-label={texts.mainNavigation} onBlur={onBlur}>
      <div className={invisibleRow} aria-hidden="true">
        {items.map((item) => (
          <span key={item.id} className={rowLabel}>
            {item.name}
          </span>
        ))}
      </div>
      <div ref={spaceRef} className={remainingSpace}>
        <MenuButton controls={MENU_ID} isOpen={isOpen} name={isOpen ? texts.closeMenu : texts.openMenu} />
        <ul
          ref={listRef}
          id={MENU_ID}
          className={list}
          popover="auto"
          onToggle={(event) => setOpen(event.newState === 'open')}
        >
          {items.map((item) => (
            <li key={item.id} className={menuItem}>
              <NavigationLink route={item.route} className={link} onClick={close}>
                {item.name}
              </NavigationLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

const MENU_ID = 'menu'

/** px beside each name of the row. */
const ITEM_PADDING = 20

const rowLabelStyle = `
  ${labelStyle}
  padding-inline: ${ITEM_PADDING}px;
  white-space: nowrap;
`

const root = css`
  flex: 1;
  display: flex;
  min-inline-size: ${MENU_BUTTON_WIDTH}px;
  block-size: 100%;

  ${print} {
    display: none;
  }
`

const invisibleRow = css`
  display: flex;
  min-inline-size: 0;
  margin-inline-end: -${ITEM_PADDING}px; /* as the list */
  visibility: hidden;
  overflow: hidden;
`

const rowLabel = css`
  ${rowLabelStyle}
`

const remainingSpace = css`
  container: navigation / inline-size;
  flex: 1 0 0;
  display: flex;
  align-items: center;
  justify-content: end; /* what is wider overlaps the invisible row */

  ${upToWidth('menu')} {
    flex: 0 0 0;
    margin-inline-start: auto;
  }
`

const list = css`
  position: static;
  flex: none;
  display: flex;
  inline-size: auto;
  block-size: auto;
  margin: 0 -${ITEM_PADDING}px 0 0; /* aligns the last item’s text with the container’s edge */
  border: 0;
  padding: 0;
  overflow: visible;
  background: none;
  color: inherit;

  ${navigationMenu} {
    position: fixed;
    inset: ${size.navigationBar}px 0 auto;
    inline-size: 100%;
    flex-direction: column;
    min-block-size: min(${size.navigationMenu}px, 100dvh - ${size.navigationBar}px);
    block-size: auto;
    max-block-size: calc(100dvh - ${size.navigationBar}px);
    margin: 0;
    border: 0;
    border-block-start: 1px solid ${color.hairlineOnInk};
    overflow: auto;
    padding: 6px max(${gutter}, 50% - ${size.container / 2}px);
    background: ${color.ink};
    color: ${color.bone};
    clip-path: inset(0);
    transition:
      clip-path ${duration.menu}ms ${easing},
      display ${duration.menu}ms allow-discrete,
      overlay ${duration.menu}ms allow-discrete;

    &:not(:popover-open) {
      display: none;
      clip-path: inset(0 0 100%);
    }

    @starting-style {
      &:popover-open {
        clip-path: inset(0 0 100%);
      }
    }

    /* Browsers without popover support show the list below the bar. */
    @supports not selector(:popover-open) {
      position: absolute;
      inset-inline: auto calc(-1 * ${gutter});
      inline-size: 100vw;
    }
  }
`

const menuItem = css`
  ${navigationMenu} {
    flex: 1;
    display: grid;

    & + & {
      border-block-start: 1px solid ${color.hairlineOnInk};
    }
  }
`

const link = css`
  ${rowLabelStyle}
  position: relative;
  display: flex;
  align-items: center;
  block-size: ${size.navigationBar}px;
  color: ${color.boneSoft};
  transition: color ${duration.hover}ms;

  &:hover,
  &[aria-current] {
    color: ${color.bone};
  }

  &[aria-current]::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    border-block-start: 3px solid ${color.amber};
  }

  ${navigationMenu} {
    block-size: auto;
    min-block-size: ${size.touchTarget}px;
    margin-inline: -12px;
    padding-inline: 12px;
    color: ${color.bone};
    font-size: min(${rem(20)}, 13vw - 20.6px); /* a word of 20 letters, the longest name, fits a window of 320 px */
    letter-spacing: 0.05em;
    white-space: normal;

    &::after {
      display: none;
    }

    &:hover,
    &[aria-current] {
      color: ${color.amber};
    }
  }

  /* Focus ring inside the item: there is no space outside. */
  &:focus-visible {
    outline-offset: -3px;
    box-shadow: none;
  }

  ${forcedColors} {
    &[aria-current] {
      text-decoration: underline;
      text-underline-offset: 6px;
    }
  }
`
