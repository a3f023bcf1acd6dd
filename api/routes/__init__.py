"""The routes of the service, one module per resource; none of them writes."""
