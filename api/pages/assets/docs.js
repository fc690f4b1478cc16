// The API reference: everything comes from this host, and "Try it out" asks this very service.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Without this it asks a checker on another host.
  validatorUrl: null,
});
