import { css } from 'linaria'

/** Something is on its way. Says nothing aloud: who shows it tells what. */
export const Spinner = () => <span className={wheel} aria-hidden="true" />

const wheel = css`
  display: block;
  inline-size: 1.4em;
  block-size: 1.4em;
  border: 3px solid currentColor;
  border-inline-start-color: transparent;
  border-radius: 50%;
  animation: turn 800ms linear infinite;

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`
