/** Formats a date as the value of `<input type="datetime-local">`, in the time zone of the browser. */
export const toInputValue = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)

/** The time that an editor is offered first: the next day at eight. */
export function getTomorrowMorning(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
}

/** The time zone of the browser, for example `Europe/Berlin`. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const SHORT_TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Formats a time of the past for editors, for example `25 Nov, 16:00`. */
export const formatChangeTime = (datetime: string): string => new Date(datetime).toLocaleString('en-GB', SHORT_TIME)

/** Formats a time for editors, for example `Wed, 25 Nov 2026, 16:00`. */
export const formatTime = (datetime: string | Date): string =>
  new Date(datetime).toLocaleString('en-GB', { ...SHORT_TIME, weekday: 'short', year: 'numeric' })
