"""The pages in a browser: journeys of somebody who asks, by mouse, by keyboard, and without scripts."""
