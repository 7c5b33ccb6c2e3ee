/**
 * Replaces Cal.com's own script on a visitor's page with three times to choose from. It accepts the calls that the page has queued, and
 * reports a booking in the same way.
 */
export const calendarScript = `{
  const queued = window.Cal?.q ?? []
  const listeners = []
  const times = [1, 2, 3].map((days) => {
    const time = new Date(Date.now() + days * 86400000)
    time.setHours(9 + days, 0, 0, 0)
    return time
  })
  const draw = ({ elementOrSelector: element }) => {
    element.style.padding = '12px 16px'
    element.replaceChildren(...times.map((time) => {
      const button = document.createElement('button')
      button.textContent = time.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
      button.style.cssText = 'display:block;width:100%;margin:4px 0;padding:10px;border:1px solid #999;border-radius:8px;background:#fff;color:#222;font:inherit;cursor:pointer'
      button.onclick = () => {
        for (const { callback } of listeners) callback({ detail: { data: { date: time.toISOString() } } })
        element.replaceChildren('Booked: ' + button.textContent)
      }
      return button
    }))
  }
  window.Cal = (name, given) => {
    if (name === 'inline') draw(given)
    if (name === 'on') listeners.push(given)
  }
  for (const call of queued) window.Cal(...call)
}`
