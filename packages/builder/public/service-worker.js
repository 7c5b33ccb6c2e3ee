// Shows notifications on phones, where only a worker may, and opens the address of one that is tapped. It stores nothing and answers no requests.
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

async function openPage(path) {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return clients.openWindow(path)
  page.postMessage({ path })
  return page.focus()
}
