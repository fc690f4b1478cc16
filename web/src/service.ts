/** The service as its operator calls it; the page was made with it. */
export const serviceName = document.getElementById('cabinet')?.dataset['name'] ?? '';
