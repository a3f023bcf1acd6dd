"""Pages of rules and of indexes: the same makers for the service and for the site that `hexlaw docs` writes to a disk.

`shelf` holds what the pages are made of, `rule_view`, `book_view` and `indexes` say what stands on a page, `links` where a
site has its pages; `site` makes all of them, `output` puts them in place.
"""
